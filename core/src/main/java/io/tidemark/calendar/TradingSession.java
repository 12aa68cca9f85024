package io.tidemark.calendar;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Objects;

/**
 * Hours of a session on its trading day, by the clock of the exchange; opening included, closing excluded.
 *
 * @param name name of the session, such as {@code core}
 * @param openDay -1 when it opens on the day before its trading day, else 0
 * @param open when it opens
 * @param closeDay 1 when it closes on the day after its trading day, else 0
 * @param close when it closes
 */
public record TradingSession(String name, int openDay, LocalTime open, int closeDay, LocalTime close) {
    private static final String MIDNIGHT = "24:00";

    /** Checks the name, and that the session opens before it closes. */
    public TradingSession {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(open, "open");
        Objects.requireNonNull(close, "close");
        if (name.isBlank()) {
            throw invalid("A session has no name.", "Give it one, such as core.", null);
        }
        if (openDay < -1 || openDay > 0 || closeDay < 0 || closeDay > 1) {
            throw invalid(
                    "Session " + name + " opens on day " + openDay + " and closes on day " + closeDay + ".",
                    "It can open on its trading day (0) or the day before (-1), and close on its trading day or the day after (1).",
                    null);
        }
        if (!at(LocalDate.EPOCH, openDay, open).isBefore(at(LocalDate.EPOCH, closeDay, close))) {
            throw invalid(
                    "Session " + name + " opens at " + open + " and closes at " + close + ", which is not after it.",
                    "Let it close later, or say openingDayBefore() or closingDayAfter() when it goes through midnight.",
                    null);
        }
    }

    /**
     * A session that opens and closes on its trading day.
     *
     * @param open time such as {@code 09:30}
     * @param close time such as {@code 16:00}; {@code 24:00} is the end of the day
     */
    public static TradingSession of(String name, String open, String close) {
        return of(name, 0, open, 0, close);
    }

    /** A session that opens on the evening before its trading day. */
    public static TradingSession openingDayBefore(String name, String open, String close) {
        return of(name, -1, open, 0, close);
    }

    /** A session that closes in the night after its trading day. */
    public static TradingSession closingDayAfter(String name, String open, String close) {
        return of(name, 0, open, 1, close);
    }

    static TradingSession of(String name, int openDay, String open, int closeDay, String close) {
        boolean endOfDay = MIDNIGHT.equals(close) && closeDay == 0;
        return new TradingSession(
                name, openDay, time(open), endOfDay ? 1 : closeDay, endOfDay ? LocalTime.MIDNIGHT : time(close));
    }

    /** The time that a text such as {@code 09:30} says. */
    static LocalTime time(String text) {
        try {
            return LocalTime.parse(Objects.requireNonNull(text, "time"));
        } catch (DateTimeException e) {
            throw invalid("'" + text + "' is not a time of day.", "Write 09:30 or 09:30:15.", e);
        }
    }

    /** When it opens on a trading day, or before it. */
    LocalDateTime openOn(LocalDate date) {
        return at(date, openDay, open);
    }

    /** When it closes on a trading day, or after it. */
    LocalDateTime closeOn(LocalDate date) {
        return at(date, closeDay, close);
    }

    /** What is left of it when its trading day ends early; null when nothing is. */
    TradingSession closingBy(LocalTime early) {
        if (!closeOn(LocalDate.EPOCH).isAfter(LocalDate.EPOCH.atTime(early))) {
            return this;
        }
        return openOn(LocalDate.EPOCH).isBefore(LocalDate.EPOCH.atTime(early))
                ? new TradingSession(name, openDay, open, 0, early)
                : null;
    }

    private static LocalDateTime at(LocalDate date, int day, LocalTime time) {
        return date.plusDays(day).atTime(time);
    }

    private static TidemarkException invalid(String reason, String wayOut, Exception cause) {
        return new TidemarkException(ErrorCode.WINDOW_SPEC_INVALID, reason, wayOut, cause);
    }
}

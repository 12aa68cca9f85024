package io.tidemark.expr.eval;

import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.regex.Pattern;

/** The reference of functions of text, and of date_trunc, over Java's own classes. */
final class TextReference {
    private TextReference() {}

    static Object apply(String function, List<Object> values) {
        String text = (String) values.get(0);
        return switch (function) {
            case "starts_with" -> text.startsWith((String) values.get(1));
            case "ends_with" -> text.endsWith((String) values.get(1));
            case "contains" -> text.contains((String) values.get(1));
            case "instr" -> position(text, (String) values.get(1));
            case "position" -> position((String) values.get(1), text);
            case "trim" -> text.replaceAll("^ +| +$", "");
            case "ltrim" -> text.replaceAll("^ +", "");
            case "rtrim" -> text.replaceAll(" +$", "");
            case "substring" ->
                substring(
                        text,
                        ((Number) values.get(1)).longValue(),
                        values.size() == 2 ? null : BigInteger.valueOf(((Number) values.get(2)).longValue()));
            case "replace" ->
                values.get(1).equals("") ? text : text.replace((String) values.get(1), (String) values.get(2));
            case "lpad", "rpad" ->
                pad(
                        text,
                        ((Number) values.get(1)).longValue(),
                        values.size() == 2 ? " " : (String) values.get(2),
                        function.equals("lpad"));
            case "split_part" -> piece(text, (String) values.get(1), ((Number) values.get(2)).intValue());
            case "like" -> like(text, (String) values.get(1), values.size() == 2 ? "\\" : (String) values.get(2));
            default -> throw new AssertionError(function);
        };
    }

    private static int position(String text, String part) {
        int index = text.indexOf(part);
        return index < 0 ? 0 : text.codePointCount(0, index) + 1;
    }

    private static String substring(String text, long start, BigInteger length) {
        int[] points = text.codePoints().toArray();
        StringBuilder part = new StringBuilder();
        long first = start > 0 ? start - 1 : start < 0 ? points.length + start : 0;
        for (int i = 0; i < points.length; i++) {
            BigInteger before = BigInteger.valueOf(i).subtract(BigInteger.valueOf(first));
            if (before.signum() >= 0 && (length == null || before.compareTo(length) < 0)) {
                part.appendCodePoint(points[i]);
            }
        }
        return part.toString();
    }

    private static String pad(String text, long length, String pad, boolean left) {
        int[] points = text.codePoints().toArray();
        if (points.length >= length) {
            return new String(points, 0, (int) Math.max(length, 0));
        }
        int[] padding = pad.codePoints().toArray();
        StringBuilder added = new StringBuilder();
        for (int i = 0; padding.length > 0 && i < length - points.length; i++) {
            added.appendCodePoint(padding[i % padding.length]);
        }
        return left ? added + text : text + added;
    }

    private static String piece(String text, String delimiter, int number) {
        String[] pieces = delimiter.isEmpty() ? new String[] {text} : text.split(Pattern.quote(delimiter), -1);
        int index = number > 0 ? number - 1 : pieces.length + number;
        return index < 0 || index >= pieces.length ? "" : pieces[index];
    }

    private static boolean like(String text, String pattern, String escape) {
        StringBuilder regex = new StringBuilder();
        int[] points = pattern.codePoints().toArray();
        for (int i = 0; i < points.length; i++) {
            String c = Character.toString(points[i]);
            if (c.equals(escape)) {
                regex.append(Pattern.quote(Character.toString(points[++i])));
            } else {
                regex.append(c.equals("%") ? ".*" : c.equals("_") ? "." : Pattern.quote(c));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(text).matches();
    }

    static Instant truncated(String unit, Instant time) {
        ZonedDateTime utc = time.atZone(ZoneOffset.UTC);
        ZonedDateTime day = utc.truncatedTo(ChronoUnit.DAYS);
        return (switch (unit) {
                    case "microsecond" -> utc.truncatedTo(ChronoUnit.MICROS);
                    case "millisecond" -> utc.truncatedTo(ChronoUnit.MILLIS);
                    case "second" -> utc.truncatedTo(ChronoUnit.SECONDS);
                    case "minute" -> utc.truncatedTo(ChronoUnit.MINUTES);
                    case "hour" -> utc.truncatedTo(ChronoUnit.HOURS);
                    case "day" -> day;
                    case "week" -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
                    case "month" -> day.withDayOfMonth(1);
                    case "quarter" -> day.withDayOfMonth(1).withMonth((day.getMonthValue() - 1) / 3 * 3 + 1);
                    case "year" -> day.withDayOfYear(1);
                    default -> throw new AssertionError(unit);
                })
                .toInstant();
    }
}

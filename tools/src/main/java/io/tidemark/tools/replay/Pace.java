package io.tidemark.tools.replay;

import io.tidemark.row.RowView;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How fast rows go down: without waiting, or with the distances of their ingest times, divided by a factor. Rows without an ingest time do not wait. One replay,
 * one thread.
 */
public final class Pace {
    private static final Pattern FACTOR = Pattern.compile("([0-9]{1,6}(\\.[0-9]{1,3})?)x");
    private static final double NO_WAIT = 0;

    private final double factor;
    private final LongSupplier clock;
    private final LongConsumer sleeper;
    private boolean started;
    private long startedNs;
    private long firstNs;

    /**
     * A pace.
     *
     * @param factor how many times faster than recorded, 0 for no waiting
     * @param clock gives nanoseconds
     * @param sleeper waits about so many nanoseconds
     */
    Pace(double factor, LongSupplier clock, LongConsumer sleeper) {
        this.factor = factor;
        this.clock = clock;
        this.sleeper = sleeper;
    }

    /** Whether rows ever wait. */
    public boolean waits() {
        return factor != NO_WAIT;
    }

    /** Waits until the row with this ingest time is due. */
    void await(long ingestTimeNs) {
        if (!waits() || ingestTimeNs == RowView.NO_INGEST_TIME) {
            return;
        }
        if (!started) {
            started = true;
            startedNs = clock.getAsLong();
            firstNs = ingestTimeNs;
        }
        long dueNs = startedNs + (long) ((ingestTimeNs - firstNs) / factor);
        for (long left = dueNs - clock.getAsLong();
                left > 0 && !Thread.currentThread().isInterrupted();
                left = dueNs - clock.getAsLong()) {
            sleeper.accept(left);
        }
    }

    /** Reads a pace: {@code max}, {@code recorded}, {@code 2x}, {@code 0.5x}. */
    public static final class Converter implements ITypeConverter<Pace> {
        /** For use by the command line. */
        public Converter() {}

        @Override
        public Pace convert(String text) {
            Matcher form = FACTOR.matcher(text);
            if (text.equals("max")) {
                return new Pace(NO_WAIT, System::nanoTime, LockSupport::parkNanos);
            } else if (text.equals("recorded")) {
                return new Pace(1, System::nanoTime, LockSupport::parkNanos);
            } else if (form.matches() && Double.parseDouble(form.group(1)) > 0) {
                return new Pace(Double.parseDouble(form.group(1)), System::nanoTime, LockSupport::parkNanos);
            }
            throw new TypeConversionException("'" + text + "' is not a pace. Write max, recorded, 2x or 0.5x.");
        }
    }
}

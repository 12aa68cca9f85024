package io.tidemark.tools.read;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Shows on standard error how far long work is, once a second after the first two, where that is a terminal. One thread. */
public final class Progress {
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");
    private static final long FIRST_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long NEXT_NS = TimeUnit.SECONDS.toNanos(1);

    private final PrintWriter err;
    private final long total;
    private final long startedNs;
    private long nextNs;

    /**
     * Progress of so many records.
     *
     * @param err where it is shown, or null for nowhere
     * @param firstNs how long the work has to take until it is shown
     */
    Progress(PrintWriter err, long total, long firstNs) {
        this.err = err;
        this.total = total;
        this.startedNs = System.nanoTime();
        this.nextNs = startedNs + firstNs;
    }

    /** Progress that is shown if standard error is a terminal. */
    public static Progress of(PrintWriter err, long total) {
        return new Progress(isTerminal() ? err : null, total, FIRST_NS);
    }

    /** Progress that nobody sees. */
    public static Progress none() {
        return new Progress(null, 0, FIRST_NS);
    }

    /** So many records are done. */
    public void at(long done) {
        if (err == null) {
            return;
        }
        long now = System.nanoTime();
        if (now - nextNs >= 0) {
            nextNs = now + NEXT_NS;
            String share =
                    total > 0 ? String.format(Locale.ROOT, ", %.1f %%", 100.0 * Math.min(done, total) / total) : "";
            err.println("tidemark: " + done + " records read" + share + ", " + (now - startedNs) / NEXT_NS + " s");
        }
    }

    /** Whether standard error goes to a terminal; where the system does not say, whether the process has a console. */
    private static boolean isTerminal() {
        try {
            if (Files.isSymbolicLink(STANDARD_ERROR)) {
                String target = Files.readSymbolicLink(STANDARD_ERROR).toString();
                return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
            }
        } catch (IOException e) {
            return false;
        }
        return System.console() != null;
    }
}

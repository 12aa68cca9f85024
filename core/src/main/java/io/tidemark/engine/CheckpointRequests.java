package io.tidemark.engine;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;

/** Lets threads ask for a checkpoint and wait for it. A request counts for a checkpoint that begins after it. */
final class CheckpointRequests {
    private final Object monitor = new Object();
    private volatile long requests;
    private long begun;
    private long served;
    private long failed;
    private Throwable failure;
    private long number;
    private boolean over;

    /** Asks for a checkpoint; any thread. Returns a ticket for {@link #await}. */
    long ask() {
        synchronized (monitor) {
            return ++requests;
        }
    }

    /**
     * Waits for a checkpoint that began after the request.
     *
     * @return its number, or -1 when the query ended before
     * @throws CheckpointFailedException when it could not be written
     */
    long await(long ticket) throws InterruptedException, CheckpointFailedException {
        synchronized (monitor) {
            while (served < ticket && failed < ticket && !over) {
                monitor.wait();
            }
            if (served >= ticket) {
                return number;
            }
            if (failed >= ticket) {
                throw new CheckpointFailedException(failure);
            }
            return -1;
        }
    }

    /** Whether {@link #await} would not wait. */
    boolean answered(long ticket) {
        synchronized (monitor) {
            return served >= ticket || failed >= ticket || over;
        }
    }

    /** Whether a request waits for a checkpoint to begin. Engine thread. */
    boolean pending() {
        return requests > begun;
    }

    /** A checkpoint begins: it serves all requests so far. Engine thread. */
    void begin() {
        begun = requests;
    }

    /** The checkpoint that began last is durable. Engine thread. */
    void published(long newNumber) {
        synchronized (monitor) {
            served = begun;
            number = newNumber;
            monitor.notifyAll();
        }
    }

    /** The checkpoint that began last could not be written. Engine thread. */
    void failed(Throwable cause) {
        synchronized (monitor) {
            failed = begun;
            failure = cause;
            monitor.notifyAll();
        }
    }

    /** The query ended. */
    void end() {
        synchronized (monitor) {
            over = true;
            monitor.notifyAll();
        }
    }

    /** A checkpoint could not be written. */
    static final class CheckpointFailedException extends Exception {
        private static final long serialVersionUID = 1L;

        CheckpointFailedException(Throwable cause) {
            super(cause);
        }
    }

    static TidemarkException notPossible(String query) {
        return new TidemarkException(
                ErrorCode.QUERY_STATE_INVALID,
                "The query '" + query + "' makes no checkpoints.",
                "Give it a directory(...), and do not switch checkpoints off.");
    }

    static TidemarkException notMade(String query, Exception e) {
        return new TidemarkException(
                ErrorCode.IO_FAILED,
                "A checkpoint of the query '" + query + "' was not made: " + e.getCause(),
                "The query goes on, and the next checkpoint holds what this one was to hold. Mend the cause.",
                e.getCause());
    }
}

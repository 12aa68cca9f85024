package io.tidemark.testkit;

/** Stops one life of a query at its point, by an exception that nothing of the query handles. One thread. */
final class KillSwitch {
    private final CrashPoint point;
    private boolean armed;
    private boolean fired;

    /** What stops the query. It has no stack, which would tell nothing. */
    static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Killed(CrashPoint point) {
            super("stopped by the test " + point, null, false, false);
        }
    }

    /**
     * A switch.
     *
     * @param point where it stops the query, or null for never
     */
    KillSwitch(CrashPoint point) {
        this.point = point;
    }

    /** A duty cycle is about to begin. */
    void cycle(long cycles) {
        armed |= at(CrashPoint.Place.CYCLE, cycles);
    }

    /** A source is about to be read. */
    void reading() {
        if (armed) {
            fire();
        }
    }

    /** A row is about to be written. */
    void writing(long sequence) {
        if (at(CrashPoint.Place.WRITE, sequence)) {
            fire();
        }
    }

    /** A row was written. */
    void written(long sequence) {
        if (at(CrashPoint.Place.ROW, sequence)) {
            fire();
        }
    }

    /** Whether the query was stopped. */
    boolean fired() {
        return fired;
    }

    private boolean at(CrashPoint.Place place, long count) {
        return point != null && point.place() == place && point.count() == count;
    }

    private void fire() {
        fired = true;
        throw new Killed(point);
    }
}

package io.tidemark.tools.crash;

import java.util.concurrent.atomic.AtomicLong;

/** Ends the process, without any of its shutdown work, when a place is reached for the n-th time. Any thread. */
final class Trap {
    /** Exit code of a process that ended here. */
    static final int EXIT_CODE = 86;

    private static final int MOST_DELAY_NS = 400_000;

    private final KillPoint point;
    private final AtomicLong left;
    private final long delayNs;
    private volatile boolean rolling;

    /**
     * A trap.
     *
     * @param point where, or {@link KillPoint#RANDOM} for nowhere
     * @param countdown how often the place is reached until the process ends
     */
    Trap(KillPoint point, long countdown) {
        this.point = point;
        this.left = new AtomicLong(countdown);
        this.delayNs = countdown * 7_919_000 % MOST_DELAY_NS;
        if (point == KillPoint.ROLL_INSIDE) {
            Thread killer = new Thread(this::killWhileRolling, "killer");
            killer.setDaemon(true);
            killer.start();
        }
    }

    /** No trap. */
    static Trap none() {
        return new Trap(KillPoint.RANDOM, 1);
    }

    /** A place is reached. */
    void reach(KillPoint reached) {
        if (reached == point && left.decrementAndGet() == 0) {
            if (point == KillPoint.ROLL_INSIDE) {
                rolling = true;
            } else {
                Runtime.getRuntime().halt(EXIT_CODE);
            }
        }
    }

    private void killWhileRolling() {
        while (!rolling) {
            Thread.onSpinWait();
        }
        long end = System.nanoTime() + delayNs;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        Runtime.getRuntime().halt(EXIT_CODE);
    }
}

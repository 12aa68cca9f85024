package io.tidemark.chronicle;

import net.openhft.chronicle.core.time.TimeProvider;
import net.openhft.chronicle.queue.RollCycle;

/** A clock for a warm-up: it stands still and enters the next roll cycle each time it was asked for so often. One thread. */
final class RollOften implements TimeProvider {
    private static final int QUESTIONS_PER_CYCLE = 8_192;

    private final long cycleMillis;
    private long nowMillis;
    private int questions;

    RollOften(RollCycle rollCycle) {
        cycleMillis = rollCycle.lengthInMillis();
        nowMillis = System.currentTimeMillis();
    }

    @Override
    public long currentTimeMillis() {
        questions++;
        if (questions % QUESTIONS_PER_CYCLE == 0) {
            nowMillis += cycleMillis;
        }
        return nowMillis;
    }
}

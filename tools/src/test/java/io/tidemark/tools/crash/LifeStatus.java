package io.tidemark.tools.crash;

import io.tidemark.checkpoint.RecoveryReport;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What a life did, in a mapped file, so that it can be read after the process was killed. */
final class LifeStatus {
    private static final int BYTES = 4096;
    private static final int PHASE = 0;
    private static final int COMPARED = 8;
    private static final int CHECKPOINT = 16;
    private static final int ROLL_TIME = 24;
    private static final int REPAIRS = 32;
    private static final int OLDER = 40;

    private final MappedByteBuffer bytes;

    /** Where a life is. */
    enum Phase {
        STARTING,
        OPENING,
        RECOVERING,
        LIVE,
        CLOSING,
        DONE
    }

    private LifeStatus(MappedByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** Opens the file of a directory. */
    static LifeStatus in(Path directory) throws IOException {
        try (FileChannel file = FileChannel.open(
                directory.resolve("status"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            return new LifeStatus(file.map(FileChannel.MapMode.READ_WRITE, 0, BYTES));
        }
    }

    /** Forgets the life before, but not the time of the output's files. */
    void begin() {
        long rollTime = rollTimeMs();
        for (int at = 0; at < BYTES; at += Long.BYTES) {
            bytes.putLong(at, 0);
        }
        bytes.putLong(ROLL_TIME, rollTime);
    }

    void phase(Phase phase) {
        bytes.putLong(PHASE, phase.ordinal());
    }

    Phase phase() {
        return Phase.values()[(int) bytes.getLong(PHASE)];
    }

    void recovery(RecoveryReport report) {
        bytes.putLong(COMPARED, report.replayed().compared());
        bytes.putLong(CHECKPOINT, report.checkpoint());
        bytes.putLong(REPAIRS, report.repairs().size());
        bytes.putLong(OLDER, report.faults().size());
        if (report.complete()) {
            phase(Phase.LIVE);
        }
    }

    long compared() {
        return bytes.getLong(COMPARED);
    }

    long checkpoint() {
        return bytes.getLong(CHECKPOINT);
    }

    long repairs() {
        return bytes.getLong(REPAIRS);
    }

    /** Checkpoints or files that a start passed over. */
    long faults() {
        return bytes.getLong(OLDER);
    }

    long rollTimeMs() {
        return bytes.getLong(ROLL_TIME);
    }

    void rollTimeMs(long timeMs) {
        bytes.putLong(ROLL_TIME, timeMs);
    }
}

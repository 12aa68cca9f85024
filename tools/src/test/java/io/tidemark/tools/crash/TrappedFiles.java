package io.tidemark.tools.crash;

import io.tidemark.checkpoint.FileHook;
import java.nio.file.Path;

/** Makes places of the calls on checkpoint files. */
final class TrappedFiles implements FileHook {
    private final Trap trap;
    private volatile boolean opening = true;
    private volatile boolean snapshotOpen;

    TrappedFiles(Trap trap) {
        this.trap = trap;
    }

    /** The query is open: what is read from now on was written by this life. */
    void opened() {
        opening = false;
    }

    /** Whether a delta was begun and its manifest has no name yet. */
    boolean snapshotOpen() {
        return snapshotOpen;
    }

    @Override
    public void before(FileCall call, Path file) {
        String name = file.getFileName().toString();
        switch (call) {
            case OPEN, READ -> trap.reach(opening ? KillPoint.RECOVERY_READ : KillPoint.READ_BACK);
            case FORCE_DIRECTORY -> {
                if (snapshotOpen) {
                    trap.reach(KillPoint.MANIFEST_RENAMED);
                    snapshotOpen = false;
                }
            }
            case DELETE -> reachOne(name, KillPoint.DELETE_DELTA, KillPoint.DELETE_BASE, KillPoint.DELETE_MANIFEST);
            case CREATE -> {
                reachOne(name, KillPoint.DELTA_CREATE, KillPoint.BASE_CREATE, KillPoint.MANIFEST_CREATE);
                snapshotOpen |= name.startsWith("delta");
            }
            case WRITE -> reachOne(name, KillPoint.DELTA_WRITE, KillPoint.BASE_WRITE, KillPoint.MANIFEST_WRITE);
            case FORCE -> reachOne(name, KillPoint.DELTA_FORCE, KillPoint.BASE_FORCE, KillPoint.MANIFEST_FORCE);
            case RENAME -> trap.reach(KillPoint.MANIFEST_RENAME);
            default -> {
                // Directories are made and listed once.
            }
        }
    }

    private void reachOne(String name, KillPoint delta, KillPoint base, KillPoint manifest) {
        trap.reach(name.startsWith("delta") ? delta : name.startsWith("base") ? base : manifest);
    }
}

package io.tidemark.checkpoint;

/** What a checkpoint and the journals it refers to survive. */
public enum Durability {
    /** The end of the process. After a stop of the machine an older checkpoint may be the newest one that fits the journals. */
    PROCESS,
    /** A stop of the machine: journals are forced before the manifest that names their positions. */
    MACHINE
}

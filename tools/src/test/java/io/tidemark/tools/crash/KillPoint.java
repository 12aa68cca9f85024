package io.tidemark.tools.crash;

/** A place between two writes at which a life of a query can end. */
enum KillPoint {
    /** Anywhere: the process is killed from outside after a random time. */
    RANDOM,
    /** Before a row is appended to the output. */
    OUTPUT_BEFORE,
    /** After a row was appended to the output. */
    OUTPUT_AFTER,
    /** In the middle of the rows that one input row brings out, such as half of the groups of a window. */
    BURST,
    /** Before a row is appended to the output while a delta is open: a snapshot is being swept or written. */
    OUTPUT_IN_SNAPSHOT,
    /** Before the append that begins a new file of the output. */
    ROLL_BEFORE,
    /** A random time after such an append began, from another thread. */
    ROLL_INSIDE,
    /** After the append that began a new file of the output. */
    ROLL_AFTER,
    /** Before a dropped row is stored. */
    DROP_BEFORE,
    /** After a dropped row was stored. */
    DROP_AFTER,
    /** Before a record of order is appended. */
    ORDER_BEFORE,
    /** After a record of order was appended. */
    ORDER_AFTER,
    /** After a row was appended to an input by the process that reads it. */
    INPUT_AFTER,
    /** Between two duty cycles. */
    CYCLE,
    /** Before a delta is made. */
    DELTA_CREATE,
    /** Before a block of a delta is written. */
    DELTA_WRITE,
    /** Before a delta is forced. */
    DELTA_FORCE,
    /** Before a manifest is made under another name. */
    MANIFEST_CREATE,
    /** Before a manifest is written. */
    MANIFEST_WRITE,
    /** Before a manifest is forced. */
    MANIFEST_FORCE,
    /** Before a manifest gets its name. */
    MANIFEST_RENAME,
    /** After a manifest got its name, before the directory is forced. */
    MANIFEST_RENAMED,
    /** Before a file of the newest checkpoint is read back. */
    READ_BACK,
    /** Before the base of a merge is made. */
    BASE_CREATE,
    /** Before a part of a base is written. */
    BASE_WRITE,
    /** Before a base is forced. */
    BASE_FORCE,
    /** Before an old manifest is deleted. */
    DELETE_MANIFEST,
    /** Before an old delta is deleted. */
    DELETE_DELTA,
    /** Before an old base is deleted. */
    DELETE_BASE,
    /** Before a checkpoint file is opened or read at a start. */
    RECOVERY_READ,
    /** Between two duty cycles before the query is where it was. */
    RECOVERY_CYCLE,
    /** Before a row of the output is read to be compared with one that came out again. */
    RECOVERY_COMPARE,
    /** At an orderly stop: the last checkpoint is made, the output is closed, the lock is still held. */
    STOP_BEFORE_RELEASE;

    /** Whether only a query with an order journal comes here. */
    boolean needsOrder() {
        return this == ORDER_BEFORE || this == ORDER_AFTER;
    }

    /** Whether it takes many checkpoints in one life to come here. */
    boolean needsManyCheckpoints() {
        return this == BASE_CREATE
                || this == BASE_WRITE
                || this == BASE_FORCE
                || this == DELETE_BASE
                || this == DELETE_DELTA
                || this == DELETE_MANIFEST;
    }

    /** Whether the life before has to have left something that is brought back. */
    boolean needsPast() {
        return this == RECOVERY_READ || this == RECOVERY_CYCLE || this == RECOVERY_COMPARE;
    }
}

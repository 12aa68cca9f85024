package io.tidemark;

/** Which rows of a result come out. */
public enum OutputMode {
    /** Each row once, when it is final. */
    APPEND,
    /** Each row again whenever it changed. Not served by this version. */
    UPDATE,
    /** The whole result at every cut. Not served by this version. */
    COMPLETE
}

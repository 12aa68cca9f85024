package io.tidemark.operator;

/** Which rows of a result come out. */
public enum OutputMode {
    /** Each row once, when it is final. */
    APPEND,
    /** Each row again whenever it changed: at once, or at the next cut if cuts are asked for. */
    UPDATE,
    /** The whole result at every cut. */
    COMPLETE
}

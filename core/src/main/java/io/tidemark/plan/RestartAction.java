package io.tidemark.plan;

/** What is done with a part of a query before it goes on under a changed plan. */
public enum RestartAction {
    /** Nothing: it has no state, or goes on as it is. */
    NONE,
    /** Its state is moved, by its migration. */
    MOVE,
    /** It starts empty; state that is stored under its name is dropped. */
    START_EMPTY,
    /** The old plan is drained before; then it starts empty. */
    DRAIN,
    /** Its state is dropped. */
    DROP,
    /** Its state stays stored. */
    PARK,
    /** The query is built anew from its journals. */
    REBUILD
}

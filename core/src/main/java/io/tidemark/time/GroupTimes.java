package io.tidemark.time;

/**
 * How event times form groups: a row lies in one pane, a pane belongs to some groups, a group is known by its end and is complete when
 * {@code end <= W}. Engine thread only.
 */
public interface GroupTimes {
    /** Whether all groups of this time lie within the range of times. */
    boolean isInRange(long timeNs);

    /** The pane of a time that {@link #isInRange}. */
    long pane(long timeNs);

    /** Whether some group holds a pane. */
    boolean isInGroup(long pane);

    /** End of the last group that holds a pane. */
    long lastEnd(long pane);

    /** End of the first group that holds a pane and ends after {@code afterNs}; greater than {@link #lastEnd} when there is none. */
    long firstEnd(long pane, long afterNs);

    /** End of the group that follows the one with this end. */
    long nextEnd(long endNs);

    /** First pane of the group with this end. */
    long firstPane(long endNs);

    /** Whether each pane is one group. */
    boolean isDirect();
}

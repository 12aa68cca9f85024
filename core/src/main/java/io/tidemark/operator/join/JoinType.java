package io.tidemark.operator.join;

import io.tidemark.time.JoinBounds.Side;

/** Which rows of a join come out. */
public enum JoinType {
    /** Each pair. */
    INNER,
    /** Each pair, and each left row that has no partner, with nulls for the right columns. */
    LEFT_OUTER,
    /** Each pair, and each right row that has no partner, with nulls for the left columns. */
    RIGHT_OUTER,
    /** Each pair, and each row of either side that has no partner, with nulls for the other columns. */
    FULL_OUTER,
    /** Each left row that has a partner, once; left columns only. */
    LEFT_SEMI,
    /** Each left row that has no partner; left columns only. */
    LEFT_ANTI;

    /** Whether a row of a side comes out when it has no partner. */
    boolean bringsOutUnmatched(Side side) {
        return switch (this) {
            case INNER, LEFT_SEMI -> false;
            case LEFT_OUTER, LEFT_ANTI -> side == Side.LEFT;
            case RIGHT_OUTER -> side == Side.RIGHT;
            case FULL_OUTER -> true;
        };
    }

    /** Whether the join is wrong, and not only large, when rows of a side are kept for ever. */
    boolean needsBound(Side side) {
        return bringsOutUnmatched(side) || this == LEFT_SEMI && side == Side.LEFT;
    }

    /** Whether only left columns come out. */
    boolean leftOnly() {
        return this == LEFT_SEMI || this == LEFT_ANTI;
    }

    /** Whether the columns of a side can be null although they are not in its input. */
    boolean suppliesNulls(Side side) {
        return !leftOnly() && bringsOutUnmatched(side.other());
    }
}

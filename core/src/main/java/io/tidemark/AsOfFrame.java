package io.tidemark;

import io.tidemark.expr.Column;
import io.tidemark.expr.Functions;
import io.tidemark.expr.Spans;
import io.tidemark.operator.asof.AsOfJoin;
import io.tidemark.time.AsOfDirection;
import io.tidemark.time.AsOfTimes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * An as-of join that is being described: each row of the left stream gets the row of the right stream that was valid at its time, such as
 * the quote beside the trade. Immutable. By default it looks backward without a tolerance, takes the last of several rows of one time, and
 * gives each row once, when the watermark of the right stream says that no better partner can come.
 */
public final class AsOfFrame {
    private final StreamFrame left;
    private final StreamFrame right;
    private final AsOfJoin join;

    AsOfFrame(StreamFrame left, StreamFrame right) {
        this(
                left,
                right,
                new AsOfJoin(
                        List.of(),
                        List.of(),
                        new AsOfTimes(AsOfDirection.BACKWARD, false, AsOfTimes.UNBOUNDED),
                        AsOfJoin.Ties.LAST,
                        AsOfJoin.Emit.ON_WATERMARK,
                        AsOfJoin.Type.LEFT,
                        "",
                        ""));
    }

    private AsOfFrame(StreamFrame left, StreamFrame right, AsOfJoin join) {
        this.left = left;
        this.right = right;
        this.join = join;
    }

    /** Adds columns that have the same names on both sides to the keys. Without keys all rows belong together. */
    public AsOfFrame on(String first, String... more) {
        AsOfFrame result = on(Functions.col(first), Functions.col(first));
        for (String name : more) {
            result = result.on(Functions.col(name), Functions.col(name));
        }
        return result;
    }

    /** Adds a key: an expression over left rows and one of the same type over right rows. */
    public AsOfFrame on(Column leftKey, Column rightKey) {
        return with(join.withKey(leftKey, rightKey));
    }

    /** Takes the last right row that is not after the left one. */
    public AsOfFrame backward() {
        return with(join.with(join.times().with(AsOfDirection.BACKWARD)));
    }

    /** Takes the first right row that is not before the left one. */
    public AsOfFrame forward() {
        return with(join.with(join.times().with(AsOfDirection.FORWARD)));
    }

    /** Takes the nearest right row; of two as near the one before. */
    public AsOfFrame nearest() {
        return with(join.with(join.times().with(AsOfDirection.NEAREST)));
    }

    /** Leaves out right rows of the very time of the left one. */
    public AsOfFrame strict() {
        return with(join.with(join.times().withoutEqual()));
    }

    /** Leaves out right rows that are further away than this. It also bounds how long right rows are kept. */
    public AsOfFrame tolerance(Duration tolerance) {
        return with(join.with(join.times().within(Spans.nanos(tolerance, "tolerance"))));
    }

    /** Says which of several right rows of the same time is the partner; the last one that came, by default. */
    public AsOfFrame ties(AsOfJoin.Ties ties) {
        return with(join.with(Objects.requireNonNull(ties, "ties")));
    }

    /** Says when rows come out. */
    public AsOfFrame emit(AsOfJoin.Emit emit) {
        return with(join.with(Objects.requireNonNull(emit, "emit")));
    }

    /** Names a timestamp column of the right rows from which on a row is no partner any more; null means that it does not end. */
    public AsOfFrame validUntil(String column) {
        return with(join.withValidUntil(column));
    }

    /** Puts a text before the names of the right columns, so that they differ from those of the left. */
    public AsOfFrame rightPrefix(String prefix) {
        return with(join.withRightPrefix(prefix));
    }

    /** The rows that have a partner, with it. */
    public StreamFrame inner() {
        return join(AsOfJoin.Type.INNER);
    }

    /** All rows, with their partner or with nulls. */
    public StreamFrame left() {
        return join(AsOfJoin.Type.LEFT);
    }

    /** The joined rows: the columns of the left row, then those of the right one. */
    public StreamFrame join(AsOfJoin.Type type) {
        return left.with(join.with(Objects.requireNonNull(type, "type")), right);
    }

    private AsOfFrame with(AsOfJoin changed) {
        return new AsOfFrame(left, right, changed);
    }
}

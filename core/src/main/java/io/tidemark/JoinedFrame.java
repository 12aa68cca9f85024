package io.tidemark;

import io.tidemark.expr.Column;
import io.tidemark.operator.join.JoinType;
import io.tidemark.operator.join.JoinWatermark;
import io.tidemark.operator.join.StreamJoin;
import java.util.Objects;

/** Two streams that wait for the condition that joins them. Immutable. */
public final class JoinedFrame {
    private final StreamFrame left;
    private final StreamFrame right;
    private final JoinType type;
    private final JoinWatermark watermark;
    private final String unboundedReason;

    JoinedFrame(StreamFrame left, StreamFrame right, JoinType type) {
        this(left, right, type, JoinWatermark.MERGED, "");
    }

    private JoinedFrame(
            StreamFrame left, StreamFrame right, JoinType type, JoinWatermark watermark, String unboundedReason) {
        this.left = left;
        this.right = right;
        this.type = type;
        this.watermark = watermark;
        this.unboundedReason = unboundedReason;
    }

    /** By which watermark rows are late and go; {@link JoinWatermark#MERGED} by default. */
    public JoinedFrame watermark(JoinWatermark newWatermark) {
        return new JoinedFrame(
                left, right, type, Objects.requireNonNull(newWatermark, "newWatermark"), unboundedReason);
    }

    /** Consents to a side whose rows are kept for ever, and says why it stays small; part of the plan. */
    public JoinedFrame unboundedState(String reason) {
        return new JoinedFrame(left, right, type, watermark, Objects.requireNonNull(reason, "reason"));
    }

    /** The join; all conditions must be true for a pair. */
    public StreamFrame on(Column condition, Column... more) {
        Column all = Objects.requireNonNull(condition, "condition");
        for (Column one : more) {
            all = all.and(one);
        }
        return left.with(new StreamJoin(type, all.expression(), watermark, unboundedReason), right);
    }
}

package io.tidemark.operator.join;

import io.tidemark.expr.Expression;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.OperatorNode;
import java.util.Objects;

/**
 * Joins two streams. The condition speaks of the columns of both by their names, which are distinct. It is split on {@code and}: equalities of
 * a left and a right expression are the key; bounds of the difference of the event times say how long rows wait for one another; the
 * rest is tested for each pair. Columns out: the left ones, then the right ones; of a semi or anti join the left ones.
 *
 * @param type which rows come out
 * @param condition what makes two rows a pair
 * @param watermark by which watermark rows are late and go
 * @param unboundedReason why a side may be kept for ever, or empty: then it may not
 */
public record StreamJoin(JoinType type, Expression condition, JoinWatermark watermark, String unboundedReason)
        implements OperatorNode {
    /** Checks that nothing is null. */
    public StreamJoin {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(condition, "condition");
        Objects.requireNonNull(watermark, "watermark");
        Objects.requireNonNull(unboundedReason, "unboundedReason");
    }

    @Override
    public String kind() {
        return "join";
    }

    @Override
    public int inputCount() {
        return 2;
    }

    @Override
    public BoundOperator bind(BindScope scope) {
        return new JoinBinder(this, scope).bind();
    }
}

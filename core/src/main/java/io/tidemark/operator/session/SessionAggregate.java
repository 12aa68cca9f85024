package io.tidemark.operator.session;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Column;
import io.tidemark.expr.SessionWindow;
import io.tidemark.expr.Window;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.OperatorNode;
import java.util.List;

/**
 * Puts the rows of a key together that are at most a gap apart, and aggregates each such session. Columns out: start and end of the session,
 * the keys, the aggregates. Which rows come out when is the output mode's affair.
 *
 * @param window time and gap, a {@link SessionWindow}
 * @param keys whose sessions they are; null is a key of its own, and without keys all rows have one
 * @param aggregates aggregates over the rows of a session
 * @param unboundedReason why state may grow without a bound, or empty: then it may not
 */
public record SessionAggregate(Window window, List<Column> keys, List<Aggregate> aggregates, String unboundedReason)
        implements OperatorNode {
    /** Copies the lists. */
    public SessionAggregate {
        keys = List.copyOf(keys);
        aggregates = List.copyOf(aggregates);
    }

    @Override
    public String kind() {
        return "session";
    }

    @Override
    public BoundOperator bind(BindScope scope) {
        return new SessionBinder(this, scope).bind();
    }

    /** The gap of a row. */
    SessionWindow gap() {
        return (SessionWindow) window.spec();
    }
}

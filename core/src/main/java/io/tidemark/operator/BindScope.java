package io.tidemark.operator;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Expression;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.function.KeyedFunction;
import io.tidemark.function.UserAggregate;
import io.tidemark.row.DataType;
import java.util.List;

/** What a node sees while it is bound: its input, the settings of the query, and a place for problems. */
public interface BindScope {
    /** Uid of the operator that is being bound. */
    String uid();

    /** The input, of an operator with several the first. */
    StreamType input();

    /** All inputs in order. */
    List<StreamType> inputs();

    /** The same scope over rows of another type: another input, or rows that the operator itself makes. */
    BindScope over(StreamType type);

    /** Type of an expression over the input, or null after reporting why it has none. */
    DataType typeOf(Expression expression);

    /** Whether an expression that {@link #typeOf} accepted can be null. */
    boolean nullable(Expression expression);

    /** Compiles an expression over the input that {@link #typeOf} accepted. */
    TypedEvaluator compile(Expression expression, NodeFactory nodes);

    /** The aggregate of the user's own with this name, or null; notes that the plan uses it. */
    UserAggregate aggregate(String name);

    /** What those that take the output need: {@code RETRACT} where old values have to be taken back, else {@code UPSERT}. */
    EdgeKind wanted();

    /** The function over keys of the user's own with this name, or null; notes that the plan uses it. */
    default KeyedFunction keyed(String name) {
        return null;
    }

    /** Settings of the query. */
    QuerySettings settings();

    /** Reports a problem of this operator. */
    void problem(ErrorCode code, String column, String reason, String wayOut);

    /** Whether {@link #problem} was called for this operator. */
    boolean failed();
}

package io.tidemark.expr.eval;

import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;

/**
 * The nodes that every kind of value needs, made for one evaluator interface: bool, long (int, long, timestamp), double,
 * decimal or bytes (string, binary). Functions that do not care about the kind of their arguments are built from these.
 */
interface Family {
    /** The family of a type. */
    static Family of(DataType type) {
        return switch (type.kind()) {
            case BOOL -> BoolFamily.INSTANCE;
            case INT, LONG, TIMESTAMP -> LongFamily.INSTANCE;
            case DOUBLE -> DoubleFamily.INSTANCE;
            case DECIMAL -> DecimalFamily.INSTANCE;
            case STRING, BINARY -> BytesFamily.INSTANCE;
        };
    }

    /** Reads a column. */
    Evaluator column(NodeFactory nodes, Schema schema, int index);

    /** A constant, or a null. */
    Evaluator constant(NodeFactory nodes, Literal literal);

    /** {@code then} where the condition is true, else {@code otherwise}; the other one is not touched. */
    Evaluator choose(NodeFactory nodes, BoolEvaluator condition, Evaluator then, Evaluator otherwise);

    /** The first unless it is null, then the second; that is not touched before. */
    Evaluator coalesce(NodeFactory nodes, Evaluator first, Evaluator second);

    /** Compares two values; null when either is null. */
    BoolEvaluator compare(NodeFactory nodes, Comparison comparison, TypedEvaluator left, TypedEvaluator right);

    /** Whether both are null or both are equal; never null. */
    BoolEvaluator nullSafeEqual(NodeFactory nodes, TypedEvaluator left, TypedEvaluator right);

    /** Whether a value is null, or whether it is not; the value itself is computed, so that its errors are not hidden. */
    BoolEvaluator nullTest(NodeFactory nodes, Evaluator input, boolean whenNull);

    /** A node whose value is set by {@link #bind} or {@link #nullIf}, so that it is computed once and read often. */
    Evaluator cell(NodeFactory nodes);

    /** Null where the value is null; else stores the value in the cell and tests the body, which reads the cell. */
    BoolEvaluator bind(NodeFactory nodes, Evaluator value, Evaluator cell, BoolEvaluator body);

    /** Stores the value in the cell; null where the value is null or {@code equal}, which reads the cell, is true. */
    Evaluator nullIf(NodeFactory nodes, Evaluator value, Evaluator cell, BoolEvaluator equal);
}

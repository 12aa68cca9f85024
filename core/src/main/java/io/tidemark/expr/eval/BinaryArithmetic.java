package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;
import java.util.List;

/** What {@code + - * / %} have in common: types by {@link NumericTypes}, and the nodes for decimals. */
abstract class BinaryArithmetic implements ScalarFunction {
    private final String name;
    private final DecimalOperator decimals;

    BinaryArithmetic(String name, DecimalOperator decimals) {
        this.name = name;
        this.decimals = decimals;
    }

    @Override
    public final String name() {
        return name;
    }

    /** Type in which two integers of a type are computed. */
    DataType integerType(DataType type) {
        return type;
    }

    /** Whether integers of a type can give null without ansi. */
    boolean integersCanFail() {
        return false;
    }

    /** Whether doubles can give null without ansi. */
    boolean doublesCanFail() {
        return false;
    }

    /** Node for int or long. */
    abstract Evaluator integers(DataType type, LongEvaluator left, LongEvaluator right, NodeContext context);

    /** Node for double. */
    abstract Evaluator doubles(DoubleEvaluator left, DoubleEvaluator right, NodeContext context);

    @Override
    public final Signature resolve(CallSite call) {
        if (!call.accepts(2, 2)) {
            return null;
        }
        DataType left = call.type(0);
        DataType right = call.type(1);
        if (!left.isNumeric() || !right.isNumeric()) {
            return call.mismatch("two numbers", wayOut(left, right));
        }
        DataType common = NumericTypes.common(left, right);
        if (common.isDecimal()) {
            DataType first = NumericTypes.asDecimal(left, call.literal(0));
            DataType second = NumericTypes.asDecimal(right, call.literal(1));
            return signature(call, List.of(first, second), decimals.result(first, second), true);
        }
        DataType type = common.kind() == Kind.DOUBLE ? common : integerType(common);
        boolean canFail = type.kind() == Kind.DOUBLE ? doublesCanFail() : integersCanFail();
        return signature(call, List.of(type, type), type, canFail);
    }

    @Override
    public final Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        TypedEvaluator left = arguments.get(0);
        TypedEvaluator right = arguments.get(1);
        DataType type = signature.result();
        if (type.isDecimal()) {
            return decimals.node(left, right, type, context);
        }
        return type.kind() == Kind.DOUBLE
                ? doubles(left.asDouble(), right.asDouble(), context)
                : integers(type, left.asLong(), right.asLong(), context);
    }

    private static Signature signature(CallSite call, List<DataType> parameters, DataType result, boolean canFail) {
        return new Signature(parameters, result, call.anyNullable() || canFail && !call.ansi());
    }

    private static String wayOut(DataType left, DataType right) {
        return left.kind() == Kind.TIMESTAMP || right.kind() == Kind.TIMESTAMP
                ? "Add a Duration to a time, or cast times to long to count in seconds."
                : "Cast the other types to a number.";
    }
}

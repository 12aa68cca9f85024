package io.tidemark.accumulator;

import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import java.util.List;

/**
 * What a set or sketch takes of a row: one value or a tuple of values, in a form in which equal ones have equal bytes. NaN equals NaN, and
 * there is one zero.
 */
interface DistinctValue {
    /** Evaluates the arguments; {@code false} when one of them is null. What follows is about the row read last. */
    boolean read(RowView row);

    /** Hash of the value. */
    long hash();

    /** The value, where {@link #isWord} is true. */
    long word();

    /** Address of the bytes of the value, where {@link #isWord} is false; good until the next {@link #read}. */
    long address();

    /** Number of these bytes. */
    int length();

    /** Whether the value is a single one of up to 8 bytes. */
    static boolean isWord(List<DataType> types) {
        return types.size() == 1 && isWord(types.get(0));
    }

    private static boolean isWord(DataType type) {
        return !type.isVariableLength() && !type.isWideDecimal();
    }

    /** Reads values of these arguments. */
    static DistinctValue of(List<TypedEvaluator> arguments, NodeFactory nodes) {
        if (arguments.size() == 1) {
            TypedEvaluator argument = arguments.get(0);
            if (isWord(argument.type())) {
                return nodes.<DistinctValue>create(WordValue.class, word(argument, nodes));
            }
            if (argument.type().isVariableLength()) {
                return nodes.<DistinctValue>create(BytesValue.class, argument.asBytes());
            }
        }
        TuplePart[] parts =
                arguments.stream().map(argument -> part(argument, nodes)).toArray(TuplePart[]::new);
        return nodes.<DistinctValue>create(TupleValue.class, (Object) parts);
    }

    private static TuplePart part(TypedEvaluator argument, NodeFactory nodes) {
        if (isWord(argument.type())) {
            return nodes.<TuplePart>create(TuplePart.Word.class, word(argument, nodes));
        }
        return argument.type().isDecimal()
                ? nodes.<TuplePart>create(TuplePart.WideDecimal.class, argument.asDecimal())
                : nodes.<TuplePart>create(TuplePart.Bytes.class, argument.asBytes());
    }

    private static LongEvaluator word(TypedEvaluator argument, NodeFactory nodes) {
        return switch (argument.type().kind()) {
            case BOOL -> nodes.<LongEvaluator>create(ValueCell.BoolAsLong.class, argument.asBool());
            case DOUBLE -> nodes.<LongEvaluator>create(DoubleBits.class, argument.asDouble());
            case DECIMAL -> nodes.<LongEvaluator>create(DecimalBits.class, argument.asDecimal());
            default -> argument.asLong();
        };
    }
}

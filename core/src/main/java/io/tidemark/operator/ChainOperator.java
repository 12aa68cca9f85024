package io.tidemark.operator;

/** A running operator with one input: it takes the rows itself. */
public interface ChainOperator extends Operator, RowConsumer {
    @Override
    default RowConsumer input(int ordinal) {
        return this;
    }
}

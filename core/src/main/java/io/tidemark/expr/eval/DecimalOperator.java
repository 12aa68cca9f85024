package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import io.tidemark.row.RowView;

/** Arithmetic of two decimals: type of the result, computation, nodes. */
enum DecimalOperator {
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    REMAINDER;

    /** Type of the result. */
    DataType result(DataType left, DataType right) {
        return switch (this) {
            case ADD, SUBTRACT -> NumericTypes.sum(left, right);
            case MULTIPLY -> NumericTypes.product(left, right);
            case DIVIDE -> NumericTypes.quotient(left, right);
            case REMAINDER -> NumericTypes.remainder(left, right);
        };
    }

    /** The node that computes it: in ansi mode when the value is asked for, else when nullness is. */
    Evaluator node(TypedEvaluator left, TypedEvaluator right, DataType type, NodeContext context) {
        Operation operation =
                new Operation(this, left.type().scale(), right.type().scale(), type);
        return context.ansi()
                ? context.node(Strict.class, operation, left.evaluator(), right.evaluator(), context.site())
                : context.node(Lenient.class, operation, left.evaluator(), right.evaluator());
    }

    boolean divides() {
        return this == DIVIDE || this == REMAINDER;
    }

    /** An operator with the scales of its operands, and scratch. */
    static final class Operation {
        private final DecimalOperator operator;
        private final int leftScale;
        private final int rightScale;
        private final DataType type;
        private final DecimalArithmetic arithmetic = new DecimalArithmetic();
        private final Decimal128 right = new Decimal128();

        Operation(DecimalOperator operator, int leftScale, int rightScale, DataType type) {
            this.operator = operator;
            this.leftScale = leftScale;
            this.rightScale = rightScale;
            this.type = type;
        }

        /** Where the right operand goes. */
        Decimal128 right() {
            return right;
        }

        boolean dividesByZero() {
            return operator.divides() && right.isZero();
        }

        DataType type() {
            return type;
        }

        /** Replaces the left operand by the result; false when it does not fit. */
        boolean apply(Decimal128 left) {
            return switch (operator) {
                case ADD -> arithmetic.add(left, leftScale, right, rightScale, type, left);
                case SUBTRACT -> arithmetic.subtract(left, leftScale, right, rightScale, type, left);
                case MULTIPLY -> arithmetic.multiply(left, leftScale, right, rightScale, type, left);
                case DIVIDE -> arithmetic.divide(left, leftScale, right, rightScale, type, left);
                case REMAINDER -> arithmetic.remainder(left, leftScale, right, rightScale, type, left);
            };
        }
    }

    static final class Strict implements DecimalEvaluator {
        private final Operation operation;
        private final DecimalEvaluator left;
        private final DecimalEvaluator right;
        private final ErrorSite site;

        Strict(Operation operation, DecimalEvaluator left, DecimalEvaluator right, ErrorSite site) {
            this.operation = operation;
            this.left = left;
            this.right = right;
            this.site = site;
        }

        @Override
        public boolean isNull(RowView row) {
            return left.isNull(row) || right.isNull(row);
        }

        @Override
        public void getDecimal(RowView row, Decimal128 value) {
            left.getDecimal(row, value);
            right.getDecimal(row, operation.right());
            if (operation.dividesByZero()) {
                throw site.divisionByZero();
            }
            if (!operation.apply(value)) {
                throw site.overflow(operation.type());
            }
        }
    }

    static final class Lenient extends LatchedDecimal {
        private final Operation operation;
        private final DecimalEvaluator left;
        private final DecimalEvaluator right;

        Lenient(Operation operation, DecimalEvaluator left, DecimalEvaluator right) {
            this.operation = operation;
            this.left = left;
            this.right = right;
        }

        @Override
        boolean compute(RowView row, Decimal128 result) {
            if (left.isNull(row) || right.isNull(row)) {
                return false;
            }
            left.getDecimal(row, result);
            right.getDecimal(row, operation.right());
            return !operation.dividesByZero() && operation.apply(result);
        }
    }
}

package io.tidemark.expr;

import io.tidemark.row.DataType;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** A scalar expression as data. {@code toString} is its canonical text, used in plans and fingerprints. */
public sealed interface Expression {
    /**
     * A column of the input.
     *
     * @param name name of the column
     */
    record ColumnRef(String name) implements Expression {
        /** Checks the name. */
        public ColumnRef {
            Objects.requireNonNull(name, "name");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * A constant.
     *
     * @param value {@code Boolean}, {@code Integer}, {@code Long}, {@code Double}, {@code BigDecimal}, {@code Instant},
     *     {@code String}, or null; bytes are a {@code List<Byte>}
     * @param type its type; for a null the type it stands for
     */
    record Literal(Object value, DataType type) implements Expression {
        /** Checks the type. */
        public Literal {
            Objects.requireNonNull(type, "type");
        }

        @Override
        public String toString() {
            if (value instanceof String text) {
                return "'" + text.replace("'", "''") + "'";
            }
            return value instanceof java.math.BigDecimal decimal ? decimal.toPlainString() : value + "";
        }
    }

    /**
     * A function or operator applied to arguments.
     *
     * @param function registered name, such as {@code +} or {@code coalesce}
     * @param arguments arguments in order
     */
    record Call(String function, List<Expression> arguments) implements Expression {
        /** Copies the arguments. */
        public Call {
            Objects.requireNonNull(function, "function");
            arguments = List.copyOf(arguments);
        }

        @Override
        public String toString() {
            boolean infix = arguments.size() == 2 && !Character.isLetter(function.charAt(0));
            if (infix || arguments.size() == 2 && (function.equals("and") || function.equals("or"))) {
                return "(" + arguments.get(0) + " " + function + " " + arguments.get(1) + ")";
            }
            return function + arguments.stream().map(Object::toString).collect(Collectors.joining(", ", "(", ")"));
        }
    }

    /**
     * A value converted to another type.
     *
     * @param input what is converted
     * @param type type of the result
     */
    record Cast(Expression input, DataType type) implements Expression {
        /** Checks that nothing is null. */
        public Cast {
            Objects.requireNonNull(input, "input");
            Objects.requireNonNull(type, "type");
        }

        @Override
        public String toString() {
            return "cast(" + input + " as " + type + ")";
        }
    }
}

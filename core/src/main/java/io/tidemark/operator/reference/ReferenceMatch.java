package io.tidemark.operator.reference;

import io.tidemark.expr.Column;
import io.tidemark.expr.Expression;
import io.tidemark.expr.Functions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Which row of the table belongs to a row of the stream: all pairs are equal and the condition is true. A null equals nothing, NaN equals NaN, the two
 * zeros are equal.
 *
 * @param pairs what has to be equal
 * @param condition a truth value over the columns of both, or null
 */
public record ReferenceMatch(List<Pair> pairs, Expression condition) {
    /** Copies the list. */
    public ReferenceMatch {
        pairs = List.copyOf(pairs);
    }

    /**
     * Two values that have to be equal. Different numeric types are brought to one.
     *
     * @param stream a value over the stream
     * @param table a value over the table
     */
    public record Pair(Expression stream, Expression table) {
        /** Checks that nothing is null. */
        public Pair {
            Objects.requireNonNull(stream, "stream");
            Objects.requireNonNull(table, "table");
        }

        @Override
        public String toString() {
            return stream + " = " + table;
        }
    }

    /** A column of the stream equals a column of the table. */
    public static ReferenceMatch on(String stream, String table) {
        return on(Functions.col(stream), Functions.col(table));
    }

    /** A value over the stream equals a value over the table. */
    public static ReferenceMatch on(Column stream, Column table) {
        return new ReferenceMatch(List.of(new Pair(stream.expression(), table.expression())), null);
    }

    /** These columns are equal as well. */
    public ReferenceMatch and(String stream, String table) {
        return and(Functions.col(stream), Functions.col(table));
    }

    /** These values are equal as well. */
    public ReferenceMatch and(Column stream, Column table) {
        List<Pair> more = new ArrayList<>(pairs);
        more.add(new Pair(stream.expression(), table.expression()));
        return new ReferenceMatch(more, condition);
    }

    /** A condition over the columns of both is true as well: not false, not null. */
    public ReferenceMatch where(Column newCondition) {
        Column both = condition == null ? newCondition : new Column(condition, null).and(newCondition);
        return new ReferenceMatch(pairs, both.expression());
    }

    @Override
    public String toString() {
        return pairs + (condition == null ? "" : " where " + condition);
    }
}

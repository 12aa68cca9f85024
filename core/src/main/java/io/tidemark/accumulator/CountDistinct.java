package io.tidemark.accumulator;

import io.tidemark.expr.Aggregate;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;
import java.util.List;

/**
 * Number of different values, or tuples of values, exactly. Rows in which one of them is null do not count; NaN equals NaN, and there is one
 * zero. Four forms that share their state where bound and values are the same:
 *
 * <ul>
 *   <li>{@code count_distinct(x...)}: more than a million is the error {@code DISTINCT_BOUND_EXCEEDED};
 *   <li>{@code count_distinct_within(most, x...)}: the same with a bound of one's own;
 *   <li>{@code count_distinct_or_approx(most, x...)}: above the bound a group becomes an estimate with a standard error of 1.6 %;
 *   <li>{@code count_distinct_is_exact(most, x...)}: whether it has not.
 * </ul>
 */
final class CountDistinct implements AggregateFunction {
    private static final int ESTIMATE_PRECISION = 12;

    private final String name;
    private final boolean bounded;
    private final boolean estimates;
    private final boolean tellsExact;

    /**
     * A form.
     *
     * @param bounded whether the first argument is the bound
     * @param estimates whether a group above it becomes an estimate
     * @param tellsExact whether the result is if it has not become one
     */
    CountDistinct(String name, boolean bounded, boolean estimates, boolean tellsExact) {
        this.name = name;
        this.bounded = bounded;
        this.estimates = estimates;
        this.tellsExact = tellsExact;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public AggregateShape shape(BindScope scope, Aggregate call, List<DataType> types, List<Boolean> nullable) {
        if (!DistinctCall.isValid(scope, call, types, bounded)) {
            return null;
        }
        return new AggregateShape(
                tellsExact ? DataType.BOOL : DataType.LONG,
                false,
                DistinctSet.BYTES,
                DistinctCall.most(call, bounded) + " values",
                List.of());
    }

    @Override
    public String sharedState(Aggregate call) {
        return DistinctCall.most(call, bounded)
                + (estimates ? " or about " : " distinct ")
                + call.arguments().subList(bounded ? 1 : 0, call.arguments().size());
    }

    @Override
    public Accumulator create(AccumulatorSite site) {
        int first = bounded ? 1 : 0;
        var values = site.arguments().subList(first, site.arguments().size());
        boolean words =
                DistinctValue.isWord(values.stream().map(value -> value.type()).toList());
        BoundedDistinct distinct = new BoundedDistinct(
                site,
                words,
                DistinctCall.most(site.aggregate(), bounded),
                estimates ? new HyperLogLog(ESTIMATE_PRECISION) : null);
        return site.node(
                Running.class,
                DistinctValue.of(values, site.nodes()),
                distinct,
                words ? 0 : Integer.BYTES,
                tellsExact,
                site.column());
    }

    /** The running set. */
    static final class Running implements Accumulator {
        private final DistinctValue argument;
        private final BoundedDistinct distinct;
        private final int bytesHeader;
        private final boolean tellsExact;
        private final int column;

        Running(DistinctValue argument, BoundedDistinct distinct, int bytesHeader, boolean tellsExact, int column) {
            this.argument = argument;
            this.distinct = distinct;
            this.bytesHeader = bytesHeader;
            this.tellsExact = tellsExact;
            this.column = column;
        }

        @Override
        public boolean sized() {
            return bytesHeader != 0;
        }

        @Override
        public boolean fits(RowView row, int maxBytes) {
            return bytesHeader == 0 || !argument.read(row) || argument.length() <= maxBytes - bytesHeader;
        }

        @Override
        public void add(RowView row, long value, BytesStore store) {
            if (argument.read(row)) {
                distinct.add(argument, value, store);
            }
        }

        @Override
        public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
            distinct.merge(from, fromStore, to, toStore);
        }

        @Override
        public void release(long value, BytesStore store) {
            distinct.release(value, store);
        }

        @Override
        public void write(long value, BytesStore store, RowWriter out) {
            if (tellsExact) {
                out.setBool(column, distinct.isExact(value));
            } else {
                out.setLong(column, distinct.count(value, store));
            }
        }
    }
}

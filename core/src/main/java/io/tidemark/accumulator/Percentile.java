package io.tidemark.accumulator;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.DoubleEvaluator;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;
import java.util.Collections;
import java.util.List;

/**
 * {@code percentile(x, p)}, {@code percentile(x, p, accuracy)}, {@code median(x)} and {@code median(x, accuracy)}: of the n values
 * that are not null the one at place {@code floor(p * (n - 1))} of their order, as a double that is off by at most the relative accuracy, 0.01 unless
 * it is given; least and greatest are exact. Where numbers are spread so far that a group has too many buckets, the lowest of them are shown as
 * the lowest bucket that is kept. Null when there is none. NaN is the greatest number. Calls over the same values with the same
 * accuracy share their state: {@link LogHistogram}.
 */
final class Percentile implements AggregateFunction {
    private static final double DEFAULT_ACCURACY = 0.01;
    private static final double FINEST = 0.0001;
    private static final double COARSEST = 0.5;

    private final String name;
    private final boolean median;

    /**
     * A form.
     *
     * @param median whether the part is one half, else the second argument
     */
    Percentile(String name, boolean median) {
        this.name = name;
        this.median = median;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public AggregateShape shape(BindScope scope, Aggregate call, List<DataType> types, List<Boolean> nullable) {
        int needed = median ? 1 : 2;
        if (types.size() < needed || types.size() > needed + 1) {
            scope.problem(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    call.call(),
                    "It takes " + needed + " or " + (needed + 1) + " arguments and got " + types.size() + ".",
                    "Give it a column, " + (median ? "" : "the part from 0 to 1, ")
                            + "and the accuracy if that shall not be " + DEFAULT_ACCURACY + ".");
            return null;
        }
        if (!Arguments.oneNumber(scope, call, types.subList(0, 1))) {
            return null;
        }
        double part = part(call);
        double accuracy = accuracy(call);
        if (!(part >= 0 && part <= 1)) {
            return refuse(scope, call, "part from 0 to 1", "Give it a constant such as 0.99.");
        }
        if (!(accuracy >= FINEST && accuracy <= COARSEST)) {
            return refuse(
                    scope,
                    call,
                    "relative accuracy from " + FINEST + " to " + COARSEST,
                    "Give it a constant such as 0.01, or leave it out.");
        }
        return new AggregateShape(
                DataType.DOUBLE,
                nullable.get(0),
                LogHistogram.BYTES,
                LogHistogram.MOST_BYTES + " B",
                Collections.nCopies(types.size(), DataType.DOUBLE));
    }

    @Override
    public String sharedState(Aggregate call) {
        return "quantiles " + accuracy(call) + " " + call.arguments().get(0);
    }

    @Override
    public Accumulator create(AccumulatorSite site) {
        return site.node(
                Running.class,
                site.arguments().get(0).asDouble(),
                new LogHistogram(new LogBuckets(accuracy(site.aggregate())), site.slots()),
                part(site.aggregate()),
                site.column());
    }

    private double part(Aggregate call) {
        return median ? 0.5 : Constants.number(call, 1);
    }

    private double accuracy(Aggregate call) {
        int at = median ? 1 : 2;
        return call.arguments().size() > at ? Constants.number(call, at) : DEFAULT_ACCURACY;
    }

    private static AggregateShape refuse(BindScope scope, Aggregate call, String needed, String wayOut) {
        scope.problem(ErrorCode.LITERAL_INVALID, call.call(), "An argument is not a constant " + needed + ".", wayOut);
        return null;
    }

    /** The running histogram. */
    static final class Running implements Accumulator {
        private final DoubleEvaluator argument;
        private final LogHistogram histogram;
        private final double part;
        private final int column;

        Running(DoubleEvaluator argument, LogHistogram histogram, double part, int column) {
            this.argument = argument;
            this.histogram = histogram;
            this.part = part;
            this.column = column;
        }

        @Override
        public void add(RowView row, long value, BytesStore store) {
            if (!argument.isNull(row)) {
                histogram.add(value, store, argument.getDouble(row));
            }
        }

        @Override
        public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
            histogram.merge(from, fromStore, to, toStore);
        }

        @Override
        public void release(long value, BytesStore store) {
            histogram.release(value, store);
        }

        @Override
        public void write(long value, BytesStore store, RowWriter out) {
            long count = histogram.count(value);
            if (count > 0) {
                out.setDouble(column, histogram.at(value, store, (long) (part * (count - 1))));
            }
        }
    }
}

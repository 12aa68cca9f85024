package io.tidemark.accumulator;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.BoolEvaluator;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;
import java.util.List;

/**
 * {@code bool_and(x)} and {@code bool_or(x)} of the values that are not null; null when there is none. The flag byte is all the state
 * there is.
 */
final class BoolFold implements AggregateFunction {
    /** One false makes the result false. */
    static final int AND = BoolEvaluator.FALSE;
    /** One true makes the result true. */
    static final int OR = BoolEvaluator.TRUE;

    private final String name;
    private final int decisive;

    BoolFold(String name, int decisive) {
        this.name = name;
        this.decisive = decisive;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public AggregateShape shape(BindScope scope, Aggregate call, List<DataType> types, List<Boolean> nullable) {
        return Arguments.oneCondition(scope, call, types)
                ? new AggregateShape(DataType.BOOL, nullable.get(0), 0)
                : null;
    }

    @Override
    public Accumulator create(AccumulatorSite site) {
        return site.node(Running.class, site.argument().asBool(), decisive, site.flags(), site.column());
    }

    /** The running result: whether a value was seen, and whether the decisive one was. */
    static final class Running implements Accumulator {
        private final BoolEvaluator argument;
        private final int decisive;
        private final int flags;
        private final int column;

        Running(BoolEvaluator argument, int decisive, int flags, int column) {
            this.argument = argument;
            this.decisive = decisive;
            this.flags = flags;
            this.column = column;
        }

        @Override
        public void add(RowView row, long value, BytesStore store) {
            int truth = argument.test(row);
            if (truth != BoolEvaluator.NULL) {
                Flags.set(value + flags, truth == decisive ? Flags.DECIDED : Flags.SEEN);
            }
        }

        @Override
        public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
            Flags.setAll(to + flags, from + flags);
        }

        @Override
        public void write(long value, BytesStore store, RowWriter out) {
            if (Flags.has(value + flags, Flags.DECIDED)) {
                out.setBool(column, decisive == BoolEvaluator.TRUE);
            } else if (Flags.has(value + flags, Flags.SEEN)) {
                out.setBool(column, decisive != BoolEvaluator.TRUE);
            }
        }
    }
}

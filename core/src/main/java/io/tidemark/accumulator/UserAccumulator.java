package io.tidemark.accumulator;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.function.UserAggregate;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** Runs an aggregate of the user's own on the slots of a group. */
final class UserAccumulator implements Accumulator {
    private final UserAggregate aggregate;
    private final AccumulatorSite site;
    private final CompiledArguments arguments;
    private final int slot;
    private final int flags;
    private final PaneSlots state;
    private final PaneSlots other;
    private final EmptySlots empty;
    private final ColumnResult result;

    UserAccumulator(UserAggregate aggregate, AccumulatorSite site, CompiledArguments arguments) {
        int slots = site.shape().stateBytes() / Long.BYTES;
        this.aggregate = aggregate;
        this.site = site;
        this.arguments = arguments;
        this.slot = site.slots();
        this.flags = site.flags();
        this.state = new PaneSlots(slots);
        this.other = new PaneSlots(slots);
        this.empty = new EmptySlots(slots);
        this.result = new ColumnResult(site.column(), site.shape().result());
    }

    @Override
    public void add(RowView row, long value, BytesStore store) {
        try {
            begin(value);
            aggregate.add(state, arguments.of(row));
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    @Override
    public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
        if (!Flags.has(from + flags, Flags.SEEN)) {
            return;
        }
        try {
            begin(to);
            aggregate.merge(state, other.read(from + slot));
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    @Override
    public void write(long value, BytesStore store, RowWriter out) {
        try {
            result.into(out);
            if (Flags.has(value + flags, Flags.SEEN)) {
                aggregate.result(other.read(value + slot), result);
            } else {
                empty.clear();
                aggregate.init(empty);
                aggregate.result(empty, result);
            }
            if (!site.shape().nullable() && !result.isSet()) {
                throw new IllegalStateException("no result, though its signature says that it is never null");
            }
        } catch (RuntimeException e) {
            throw failed(e);
        }
    }

    private void begin(long value) {
        state.write(value + slot);
        if (!Flags.has(value + flags, Flags.SEEN)) {
            Flags.set(value + flags, Flags.SEEN);
            aggregate.init(state);
        }
    }

    private RuntimeException failed(RuntimeException cause) {
        if (cause instanceof TidemarkException) {
            return cause;
        }
        return new TidemarkException(
                new Problem(
                        ErrorCode.FUNCTION_FAILED,
                        site.uid(),
                        site.call(),
                        "'" + aggregate.name() + "' threw " + cause + ".",
                        "Mend the aggregate, or filter such rows before."),
                cause);
    }
}

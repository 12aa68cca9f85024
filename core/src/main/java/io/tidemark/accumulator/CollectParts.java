package io.tidemark.accumulator;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.DataType;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** What collections have in common: slots that begin with a {@link ValueChain}, a bound, and the text that comes out. */
final class CollectParts {
    /** Bytes of a link with a value, without the value: its length comes behind the link. */
    static final int VALUE_HEADER = ValueChain.LINK_BYTES + Integer.BYTES;

    /** Negative zero as text. */
    private static final int MINUS_ZERO = '-' | '0' << 8 | '.' << 16 | '0' << 24;

    private final AccumulatorSite site;
    private final long most;
    private final boolean doubles;
    private final JsonArray array;

    CollectParts(AccumulatorSite site, long most) {
        this.site = site;
        this.most = most;
        this.doubles = site.given().get(0).equals(DataType.DOUBLE);
        this.array = new JsonArray(site.given().get(0));
    }

    /** Offset of the chain in the value. */
    int chain() {
        return site.slots();
    }

    /** Offset of what follows it. */
    int rest() {
        return site.slots() + ValueChain.BYTES;
    }

    /** Offset of the flag byte. */
    int flags() {
        return site.flags();
    }

    /** Whether a text is that of a negative zero, which equals zero without its first byte. */
    boolean isMinusZero(long address, int length) {
        return doubles && length == Integer.BYTES && OffHeap.getInt(address) == MINUS_ZERO;
    }

    /** Refuses one value more than the bound. */
    void require(long count) {
        if (count >= most) {
            throw new TidemarkException(new Problem(
                    ErrorCode.COLLECT_BOUND_EXCEEDED,
                    site.uid(),
                    site.call(),
                    "A group has more than " + most + " values.",
                    "Raise the bound, or use shorter windows or more keys."));
        }
    }

    /** Stores all values in the column. */
    void write(long value, BytesStore store, RowWriter out, int column) {
        array.begin();
        for (long link = ValueChain.first(value + site.slots()); link != 0; ) {
            long address = store.bytes(link);
            array.add(address + VALUE_HEADER, OffHeap.getInt(address + ValueChain.LINK_BYTES));
            link = ValueChain.next(address);
        }
        array.end(out, column);
    }
}

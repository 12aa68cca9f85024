package io.tidemark.expr.eval;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.util.List;

/**
 * Evaluates expressions over one row and encodes them as another in memory of its own, as state tables take their keys: equal values have equal
 * bytes. One thread; nothing is allocated once the memory has grown to the longest row.
 */
public interface RowEncoder extends AutoCloseable {
    /** Encodes the values of a row; it stays until the next one. */
    void encode(RowView in);

    /** Encodes a row whose columns are all null. */
    void encodeNulls();

    /** Native address of what was encoded last. */
    long address();

    /** Bytes of what was encoded last. */
    int length();

    /** Frees the memory. */
    @Override
    void close();

    /** Encoder of {@code evaluators} as the columns of a schema. */
    static RowEncoder of(List<TypedEvaluator> evaluators, Schema schema, NodeFactory nodes) {
        return schema.isVariableLength() || schema.size() > Long.SIZE
                ? nodes.<RowEncoder>create(OfAny.class, schema, ColumnWriter.ofAll(evaluators, nodes), new RowWriter())
                : nodes.<RowEncoder>create(
                        OfFixed.class,
                        SlotWriter.ofAll(evaluators, schema, nodes),
                        schema.fixedBytes(),
                        schema.size() == Long.SIZE ? -1L : (1L << schema.size()) - 1);
    }

    /** Rows of one length, at one address. */
    final class OfFixed implements RowEncoder {
        private final SlotWriter slots;
        private final int bytes;
        private final long allNull;
        private final long address;

        OfFixed(SlotWriter slots, int bytes, long allNull) {
            this.slots = slots;
            this.bytes = bytes;
            this.allNull = allNull;
            this.address = OffHeap.allocate(Math.max(bytes, Long.BYTES));
        }

        @Override
        public void encode(RowView in) {
            long nulls = slots.write(in, address);
            if (bytes > 0) {
                OffHeap.putLong(address, nulls);
            }
        }

        @Override
        public void encodeNulls() {
            OffHeap.zero(address, bytes);
            if (bytes > 0) {
                OffHeap.putLong(address, allNull);
            }
        }

        @Override
        public long address() {
            return address;
        }

        @Override
        public int length() {
            return bytes;
        }

        @Override
        public void close() {
            OffHeap.free(address);
        }
    }

    /** Rows with text, or with more columns than a word has bits. */
    final class OfAny implements RowEncoder {
        private final Schema schema;
        private final ColumnWriter columns;
        private final RowWriter out;

        OfAny(Schema schema, ColumnWriter columns, RowWriter out) {
            this.schema = schema;
            this.columns = columns;
            this.out = out;
        }

        @Override
        public void encode(RowView in) {
            out.start(schema);
            columns.write(in, out);
            out.finish();
        }

        @Override
        public void encodeNulls() {
            out.start(schema);
            out.finish();
        }

        @Override
        public long address() {
            return out.row().address();
        }

        @Override
        public int length() {
            return out.row().length();
        }

        @Override
        public void close() {
            out.close();
        }
    }
}

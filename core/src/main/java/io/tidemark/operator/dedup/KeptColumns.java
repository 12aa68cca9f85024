package io.tidemark.operator.dedup;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.EntryTable;
import java.util.List;
import java.util.stream.IntStream;

/** What is kept of a row: the whole row or some of its columns, in a block of an entry table. One thread. */
final class KeptColumns implements AutoCloseable {
    private final Schema schema;
    private final int[] columns;
    private final RowWriter out;
    private final RowView view = new RowView();

    private KeptColumns(Schema schema, int[] columns) {
        this.schema = schema;
        this.columns = columns;
        this.out = columns == null ? null : new RowWriter();
    }

    /** Keeps all of a row. */
    static KeptColumns all(Schema input) {
        return new KeptColumns(input, null);
    }

    /** Keeps some columns. */
    static KeptColumns some(Schema input, List<Integer> columns) {
        Schema schema = Schema.of(columns.stream().map(input::field).toList());
        return new KeptColumns(
                schema, IntStream.range(0, columns.size()).map(columns::get).toArray());
    }

    /** Columns of what is kept. */
    Schema schema() {
        return schema;
    }

    /** What is to be kept of a row; valid until the next call. */
    RowView of(RowView row) {
        if (columns == null) {
            return row;
        }
        out.start(schema);
        for (int column = 0; column < columns.length; column++) {
            out.copy(column, row, columns[column]);
        }
        return out.finish();
    }

    /** Stores what {@link #of} gave in a new block. */
    static long store(EntryTable table, RowView kept) {
        long block = table.allocate(kept.length());
        OffHeap.copy(kept.address(), table.blockForUpdate(block, 0, kept.length()), kept.length());
        return block;
    }

    /** Stores what {@link #of} gave in place of a block: in the same one where it fits exactly. */
    static long replace(EntryTable table, long block, RowView kept) {
        if (table.blockBytes(block) != kept.length()) {
            table.free(block);
            return store(table, kept);
        }
        OffHeap.copy(kept.address(), table.blockForUpdate(block, 0, kept.length()), kept.length());
        return block;
    }

    /** What a block holds; valid until the next call and until the block is freed. */
    RowView read(EntryTable table, long block) {
        return view.wrap(schema, table.block(block), table.blockBytes(block));
    }

    @Override
    public void close() {
        if (out != null) {
            out.close();
        }
    }
}

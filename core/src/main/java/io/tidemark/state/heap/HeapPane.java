package io.tidemark.state.heap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.StateErrors;
import io.tidemark.state.StatePane;
import io.tidemark.state.TableSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A pane as a map from key bytes to blocks; cursors and references are positions plus one. */
final class HeapPane implements StatePane {
    /** Blocks that count as one page when a pane is freed. */
    private static final int BLOCKS_PER_PAGE = 64;

    private final HeapTable table;
    private final TableSpec spec;
    private final HeapMemory memory;
    private final long id;
    private final Map<KeyBytes, HeapBlock> byKey = new LinkedHashMap<>();
    private final List<HeapBlock> rows = new ArrayList<>();
    private final List<HeapBlock> texts = new ArrayList<>();
    private long rowCount;
    private boolean created;
    private boolean sealed;
    private boolean freeing;
    private boolean gone;
    private int causeSource;
    private long causePosition;
    private long causeIngestTimeNs;

    HeapPane(HeapTable table, HeapMemory memory, long id) {
        this.table = table;
        this.spec = table.spec();
        this.memory = memory;
        this.id = id;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public long rowCount() {
        requireNotGone();
        return rowCount;
    }

    @Override
    public long find(long keyAddress, int keyBytes) {
        requireReadable();
        KeyBytes.require(spec, keyBytes);
        HeapBlock row = byKey.get(KeyBytes.copyOf(keyAddress, keyBytes));
        return row == null ? NO_ROW : row.address();
    }

    @Override
    public long acquire(long keyAddress, int keyBytes) {
        requireWritable();
        KeyBytes.require(spec, keyBytes);
        KeyBytes key = KeyBytes.copyOf(keyAddress, keyBytes);
        HeapBlock row = byKey.get(key);
        created = row == null;
        if (created) {
            row = addRow(keyAddress, keyBytes);
            byKey.put(key, row);
        }
        return row.address();
    }

    @Override
    public long append(long keyAddress, int keyBytes) {
        requireWritable();
        KeyBytes.require(spec, keyBytes);
        return addRow(keyAddress, keyBytes).address();
    }

    private HeapBlock addRow(long keyAddress, int keyBytes) {
        long charge = spec.rowBytes(keyBytes);
        if (charge > TableSpec.MAX_ROW_BYTES) {
            throw StateErrors.rowTooLarge(spec.owner(), spec.name(), charge);
        }
        long address = memory.allocate(spec.owner(), spec.name(), charge);
        HeapBlock row = new HeapBlock(address, spec.valueBytes() + keyBytes, keyBytes, charge);
        OffHeap.copy(keyAddress, row.keyAddress(), keyBytes);
        rows.add(row);
        rowCount++;
        table.addedRow();
        table.charged(charge);
        return row;
    }

    @Override
    public boolean created() {
        return created;
    }

    @Override
    public long allocateBytes(int length) {
        requireWritable();
        if (length > TableSpec.MAX_ROW_BYTES) {
            throw StateErrors.rowTooLarge(spec.owner(), spec.name(), length);
        }
        addText(length);
        return texts.size();
    }

    private HeapBlock addText(int length) {
        HeapBlock text = new HeapBlock(memory.allocate(spec.owner(), spec.name(), length), length, 0, length);
        texts.add(text);
        table.charged(length);
        return text;
    }

    @Override
    public long bytes(long reference) {
        requireReadable();
        return text(reference).address();
    }

    @Override
    public long bytesForUpdate(long reference, int length) {
        requireWritable();
        HeapBlock text = text(reference);
        if (length > text.length()) {
            throw StateErrors.corrupt(spec, "A text of " + text.length() + " bytes was to take " + length + ".");
        }
        return text.address();
    }

    private HeapBlock text(long reference) {
        if (reference < 1 || reference > texts.size()) {
            throw StateErrors.corrupt(spec, "Reference " + reference + " names no bytes of pane " + id + ".");
        }
        return texts.get((int) reference - 1);
    }

    @Override
    public void seal(int causeSource, long causePosition, long causeIngestTimeNs) {
        requireWritable();
        sealed = true;
        table.sealed(this);
        this.causeSource = causeSource;
        this.causePosition = causePosition;
        this.causeIngestTimeNs = causeIngestTimeNs;
    }

    @Override
    public boolean sealed() {
        requireNotGone();
        return sealed;
    }

    @Override
    public int causeSource() {
        requireNotGone();
        return causeSource;
    }

    @Override
    public long causePosition() {
        requireNotGone();
        return causePosition;
    }

    @Override
    public long causeIngestTimeNs() {
        requireNotGone();
        return causeIngestTimeNs;
    }

    @Override
    public long next(long cursor) {
        requireReadable();
        return cursor < rows.size() ? cursor + 1 : 0;
    }

    @Override
    public long valueAt(long cursor) {
        return row(cursor).address();
    }

    @Override
    public long keyAt(long cursor) {
        return row(cursor).keyAddress();
    }

    @Override
    public int keyBytesAt(long cursor) {
        return row(cursor).keyBytes();
    }

    private HeapBlock row(long cursor) {
        requireReadable();
        if (cursor < 1 || cursor > rows.size()) {
            throw StateErrors.corrupt(spec, "Cursor " + cursor + " names no row of pane " + id + ".");
        }
        return rows.get((int) cursor - 1);
    }

    @Override
    public boolean free(int pages) {
        requireNotGone();
        if (!sealed) {
            throw StateErrors.corrupt(spec, "Pane " + id + " was to be freed and is not sealed.");
        }
        freeing = true;
        byKey.clear();
        long blocks = (long) Math.max(1, pages) * BLOCKS_PER_PAGE;
        blocks = freeLast(rows, blocks);
        blocks = freeLast(texts, blocks);
        if (rows.isEmpty() && texts.isEmpty()) {
            table.remove(this);
            gone = true;
        }
        return gone;
    }

    private long freeLast(List<HeapBlock> blocks, long budget) {
        long left = budget;
        while (left > 0 && !blocks.isEmpty()) {
            HeapBlock block = blocks.remove(blocks.size() - 1);
            memory.free(block.address(), block.charge());
            table.charged(-block.charge());
            left--;
        }
        return left;
    }

    /** Frees all memory at once; the pane is dead. */
    void discard() {
        freeLast(rows, Long.MAX_VALUE);
        freeLast(texts, Long.MAX_VALUE);
        byKey.clear();
        gone = true;
    }

    HeapPaneImage copy() {
        return new HeapPaneImage(
                id,
                rowCount,
                sealed,
                freeing,
                causeSource,
                causePosition,
                causeIngestTimeNs,
                rows.stream().map(HeapBlock::copy).toList(),
                texts.stream().map(HeapBlock::copy).toList());
    }

    void restore(HeapPaneImage image) {
        for (byte[] bytes : image.rows()) {
            restoreRow(bytes);
        }
        for (byte[] bytes : image.texts()) {
            OffHeap.copyIn(bytes, 0, addText(bytes.length).address(), bytes.length);
        }
        rowCount = image.rowCount();
        sealed = image.sealed();
        freeing = image.freeing();
        causeSource = image.causeSource();
        causePosition = image.causePosition();
        causeIngestTimeNs = image.causeIngestTimeNs();
    }

    private void restoreRow(byte[] bytes) {
        int keyBytes = bytes.length - spec.valueBytes();
        long address = memory.allocate(spec.owner(), spec.name(), spec.rowBytes(keyBytes));
        OffHeap.copyIn(bytes, 0, address, bytes.length);
        HeapBlock row = new HeapBlock(address, bytes.length, keyBytes, spec.rowBytes(keyBytes));
        rows.add(row);
        table.charged(row.charge());
        byKey.put(KeyBytes.copyOf(row.keyAddress(), keyBytes), row);
    }

    private void requireWritable() {
        requireReadable();
        if (sealed) {
            throw StateErrors.sealed(spec, id);
        }
    }

    private void requireReadable() {
        if (gone || freeing) {
            throw StateErrors.dead(spec, id);
        }
    }

    private void requireNotGone() {
        if (gone) {
            throw StateErrors.dead(spec, id);
        }
    }
}

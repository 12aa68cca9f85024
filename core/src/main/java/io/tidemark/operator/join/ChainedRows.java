package io.tidemark.operator.join;

import io.tidemark.memory.OffHeap;
import io.tidemark.operator.OperatorContext;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import io.tidemark.state.EntryTable;
import io.tidemark.state.ScalarState;
import io.tidemark.state.SortedChain;
import io.tidemark.state.TimeIndex;

/**
 * The rows of one side that wait: for each key a chain sorted by event time, and an index of when they go. A row is known by its node.
 *
 * <p>A row that may leave before it is due has a ticket, a block of 8 bytes that leads from the index to the node and is 0 once the
 * node is gone; the index of other rows leads to the node itself.
 */
final class ChainedRows implements JoinBuffer {
    private static final int ENTRY_AT = 0;
    /** Ticket of a row that may leave early, else one of the marks below. */
    private static final int MARK_AT = 8;

    private static final int ROW_AT = 16;

    private static final long WAITING = 0;
    private static final long MATCHED = 1;
    private static final long HOPELESS = 2;
    /** What a node takes beside its payload at the most: header, key, links. */
    private static final int NODE_BYTES = 256;

    private final EntryTable table;
    private final SortedChain chain;
    private final TimeIndex due;
    private final Schema schema;
    private final boolean leavesEarly;
    /** Rows of fixed length stand in their node, others in a block of their own. */
    private final boolean inNode;

    private final ScalarState rows;
    private final RowView view = new RowView();

    /**
     * A buffer.
     *
     * @param name first part of the names of its tables
     * @param leavesEarly whether rows leave by {@link #remove} before they are due
     */
    ChainedRows(String name, Schema schema, int keyBytes, boolean leavesEarly, OperatorContext context) {
        this.schema = schema;
        this.leavesEarly = leavesEarly;
        this.inNode = !schema.isVariableLength() && schema.fixedBytes() <= EntryTable.MAX_BYTES - NODE_BYTES;
        this.table = context.state().entries(name + "-rows", Long.BYTES, keyBytes);
        this.chain = new SortedChain(table, ROW_AT + (inNode ? schema.fixedBytes() : Long.BYTES));
        this.due = context.state().timeIndex(name + "-due");
        this.rows = context.state().scalar(name + "-count", 0);
    }

    @Override
    public boolean fits(RowView row, int keyBytes) {
        return table.spec().rowBytes(keyBytes) <= EntryTable.MAX_BYTES
                && (inNode || row.length() <= EntryTable.MAX_BYTES);
    }

    @Override
    public long add(
            long keyAddress,
            int keyBytes,
            long timeNs,
            long arrival,
            RowView row,
            long goneAtNs,
            long earliestNs,
            long watermarkNs) {
        long entry = table.acquire(keyAddress, keyBytes);
        long node = chain.insert(table.valueForUpdate(entry), timeNs, arrival);
        long payload = chain.payloadForUpdate(node);
        OffHeap.putLong(payload + ENTRY_AT, entry);
        if (inNode) {
            OffHeap.copy(row.address(), payload + ROW_AT, row.length());
        } else {
            long block = table.allocate(row.length());
            OffHeap.copy(row.address(), table.blockForUpdate(block, 0, row.length()), row.length());
            OffHeap.putLong(payload + ROW_AT, block);
        }
        rows.set(rows.get() + 1);
        if (goneAtNs != NEVER) {
            dueAt(node, goneAtNs);
        }
        return node;
    }

    private void dueAt(long node, long goneAtNs) {
        long payload = node;
        if (leavesEarly) {
            payload = table.allocate(Long.BYTES);
            OffHeap.putLong(table.blockForUpdate(payload, 0, Long.BYTES), node);
            OffHeap.putLong(chain.payloadForUpdate(node) + MARK_AT, payload);
        }
        due.add(goneAtNs, payload);
    }

    @Override
    public long first(long keyAddress, int keyBytes, long fromNs, long lastNs, long watermarkNs) {
        long entry = table.find(keyAddress, keyBytes);
        return entry == EntryTable.NONE
                ? NONE
                : upTo(chain.ceiling(OffHeap.getLong(table.value(entry)), fromNs), lastNs);
    }

    @Override
    public long next(long node, long lastNs) {
        return upTo(chain.next(node), lastNs);
    }

    private long upTo(long node, long lastNs) {
        return node == NONE || chain.key(node) > lastNs ? NONE : node;
    }

    @Override
    public long timeNs(long node) {
        return chain.key(node);
    }

    @Override
    public long arrival(long node) {
        return chain.order(node);
    }

    @Override
    public RowView row(long node) {
        long payload = chain.payload(node);
        if (inNode) {
            return view.wrap(schema, payload + ROW_AT, schema.fixedBytes());
        }
        long block = OffHeap.getLong(payload + ROW_AT);
        return view.wrap(schema, table.block(block), table.blockBytes(block));
    }

    @Override
    public boolean isMatched(long node) {
        return mark(node) == MATCHED;
    }

    @Override
    public void match(long node) {
        if (mark(node) == WAITING) {
            OffHeap.putLong(chain.payloadForUpdate(node) + MARK_AT, MATCHED);
        }
    }

    @Override
    public boolean isHopeless(long node) {
        return mark(node) == HOPELESS;
    }

    @Override
    public void giveUp(long node) {
        OffHeap.putLong(chain.payloadForUpdate(node) + MARK_AT, HOPELESS);
    }

    private long mark(long node) {
        return OffHeap.getLong(chain.payload(node) + MARK_AT);
    }

    @Override
    public void remove(long node) {
        long payload = chain.payload(node);
        long entry = OffHeap.getLong(payload + ENTRY_AT);
        long ticket = leavesEarly ? OffHeap.getLong(payload + MARK_AT) : NONE;
        if (ticket != NONE) {
            OffHeap.putLong(table.blockForUpdate(ticket, 0, Long.BYTES), NONE);
        }
        if (!inNode) {
            table.free(OffHeap.getLong(payload + ROW_AT));
        }
        long slot = table.valueForUpdate(entry);
        chain.remove(slot, node);
        if (OffHeap.getLong(slot) == NONE) {
            table.remove(entry);
        }
        rows.set(rows.get() - 1);
    }

    @Override
    public long size(long watermarkNs) {
        return rows.get();
    }

    @Override
    public long firstDueNs() {
        return due.firstDueNs();
    }

    @Override
    public long firstDue() {
        long payload = due.firstPayload();
        return leavesEarly ? OffHeap.getLong(table.block(payload)) : payload;
    }

    @Override
    public void removeFirstDue() {
        long node = firstDue();
        if (node != NONE) {
            remove(node);
        }
        if (leavesEarly) {
            table.free(due.firstPayload());
        }
        due.removeFirst();
    }

    /** All rows are in order as they come. */
    @Override
    public int prepare(long watermarkNs) {
        return 0;
    }

    /** All rows go one by one. */
    @Override
    public int drop(long watermarkNs, int budget) {
        return 0;
    }
}

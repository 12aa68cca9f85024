package io.tidemark.chronicle;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.collections.LongArrayList;

/**
 * Where head and index of a cycle file should say that records are, gathered as the file is walked, and whether they do.
 *
 * <p>The head names the last document. The first document behind it lists the index documents, and each of these the places of every
 * n-th record: a name, an array code, its room, how much of it is used, and the places.
 */
final class CycleIndex {
    private static final int ARRAY_CODE = 0x8D;
    private static final int LONGEST_NAME = 32;
    private static final int ARRAY_HEAD_BYTES = 1 + 2 * Long.BYTES;

    private final int spacing;
    private final int entries;
    private final LongArrayList documents = new LongArrayList();
    private final LongArrayList indexed = new LongArrayList();
    private long records;
    private long last;
    private long lastButOne;

    /**
     * @param entries places in one index document
     * @param spacing records from one place to the next
     */
    CycleIndex(int entries, int spacing) {
        this.entries = entries;
        this.spacing = spacing;
    }

    /** A document of the index stands here. */
    void document(long at) {
        documents.addLong(at);
    }

    /** A record stands here. */
    void record(long at) {
        if (records % spacing == 0) {
            indexed.addLong(at);
        }
        lastButOne = last;
        last = at;
        records++;
    }

    /** Where the head says that the last document begins, or 0. */
    static long writePosition(CycleBytes bytes, int headBytes) {
        ByteBuffer head = ByteBuffer.allocate(headBytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at + Integer.BYTES <= headBytes; at += Integer.BYTES) {
            head.putInt(at, bytes.word(at));
        }
        return QueueHead.writePosition(head);
    }

    /** Whether the head's place and all places of the index are those of the records. */
    boolean agrees(CycleBytes bytes, long writePosition) {
        if (records == 0) {
            return true;
        }
        if (writePosition != 0 && writePosition != lastButOne && writePosition != last) {
            return false;
        }
        int needed = (indexed.size() + entries - 1) / entries;
        if (documents.size() < needed + 1 || !agrees(bytes, documents.getLong(0), documents, 1, needed)) {
            return false;
        }
        for (int index = 0; index < needed; index++) {
            int first = index * entries;
            int places = Math.min(entries, indexed.size() - first);
            if (!agrees(bytes, documents.getLong(index + 1), indexed, first, places)) {
                return false;
            }
        }
        return true;
    }

    /** A writer that was killed may have left out the last place. */
    private static boolean agrees(CycleBytes bytes, long document, LongArrayList places, int first, int count) {
        long array = arrayOf(bytes, document);
        if (array == 0) {
            return false;
        }
        long used = bytes.longAt(array + 1 + Long.BYTES);
        if (used > count || used < count - 1) {
            return false;
        }
        for (int i = 0; i < used; i++) {
            if (bytes.longAt(array + ARRAY_HEAD_BYTES + (long) i * Long.BYTES) != places.getLong(first + i)) {
                return false;
            }
        }
        return true;
    }

    private static long arrayOf(CycleBytes bytes, long document) {
        for (long at = document + Integer.BYTES; at < document + LONGEST_NAME; at++) {
            if ((bytes.word(at) & 0xFF) == ARRAY_CODE) {
                return at;
            }
        }
        return 0;
    }
}

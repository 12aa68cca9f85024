package io.tidemark.chronicle;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.MappedBytes;
import net.openhft.chronicle.bytes.MappedFile;

/** How much of a document lies in memory that is mapped: a damaged length may reach over the end of the mapping or of the file. */
final class MappedRange {
    /** The library maps this much behind every place where a document can begin, whatever the settings. */
    private static final int ALWAYS_MAPPED_BYTES = 16 << 10;

    private MappedRange() {}

    /** Bytes from the read position on that are mapped, {@code length} at most. */
    static long mapped(Bytes<?> document, long length) {
        if (length <= ALWAYS_MAPPED_BYTES || !(document instanceof MappedBytes bytes) || bytes.bytesStore() == null) {
            return length;
        }
        MappedFile file = bytes.mappedFile();
        long end = bytes.bytesStore().start() + file.chunkSize() + file.overlapSize();
        return Math.min(length, Math.max(0, end - bytes.readPosition()));
    }

    /** Whether a document ends behind the end of its file, where nothing may be read: the machine would answer with a fault. */
    static boolean leadsOut(Bytes<?> document) {
        long length = document.readRemaining();
        return length > ALWAYS_MAPPED_BYTES && inFile(document, length) < length;
    }

    /** Of {@code mapped} bytes from the read position on those that lie before the end of the file. Asks the file system. */
    static long inFile(Bytes<?> document, long mapped) {
        return document instanceof MappedBytes bytes
                ? Math.min(mapped, Math.max(0, bytes.mappedFile().file().length() - bytes.readPosition()))
                : mapped;
    }
}

package io.tidemark.chronicle;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;

/** How many bytes the documents of cycle files take, head and index included. A file behind which another has begun takes no more, and is looked at once. */
final class FileEnds {
    private final Map<Integer, Long> ends = new HashMap<>();

    /** Bytes of all these files, which are followed by another one. */
    long sum(NavigableMap<Integer, Path> files) {
        ends.keySet().retainAll(files.keySet());
        long bytes = 0;
        for (Map.Entry<Integer, Path> file : files.entrySet()) {
            bytes += ends.computeIfAbsent(file.getKey(), cycle -> end(file.getValue()));
        }
        return bytes;
    }

    /** From the document that the head names as the last one to the end: a writer that was stopped may not have come to name it. */
    private static long end(Path file) {
        try (CycleBytes bytes = new CycleBytes(file)) {
            int headBytes = bytes.word(0) & QueueHead.LENGTH;
            if (bytes.size() < QueueHead.WORD_BYTES || headBytes >= CycleScanner.LONGEST_HEAD) {
                return 0;
            }
            long named = CycleIndex.writePosition(bytes, headBytes);
            long at = named == 0 ? CycleScanner.next(0, headBytes) : named;
            long end = at;
            int word = bytes.word(at);
            while (word != 0 && (word & QueueHead.INCOMPLETE) == 0 && at < bytes.size()) {
                end = at + QueueHead.WORD_BYTES + (word & QueueHead.LENGTH);
                at = CycleScanner.next(at, word & QueueHead.LENGTH);
                word = bytes.word(at);
            }
            return end;
        }
    }
}

package io.tidemark.benchmarks.heap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Records which objects a thread makes, and where. Without thread-local buffers, {@code -XX:-UseTLAB}, the JVM reports each object; with them only the
 * first of each buffer.
 */
final class HeapBlame {
    private static final int FRAMES = 3;
    private static final List<String> EVENTS =
            List.of("jdk.ObjectAllocationOutsideTLAB", "jdk.ObjectAllocationInNewTLAB");

    private final Recording recording = new Recording();

    /** Objects of a class made in one place. */
    static final class Place {
        private final String type;
        private final String where;
        private long objects;
        private long bytes;

        Place(String type, String where) {
            this.type = type;
            this.where = where;
        }

        String type() {
            return type;
        }

        String where() {
            return where;
        }

        long objects() {
            return objects;
        }

        long bytes() {
            return bytes;
        }
    }

    HeapBlame() {
        EVENTS.forEach(event -> recording.enable(event).withStackTrace());
    }

    void start() {
        recording.start();
    }

    /** Stops, and gives the places of a thread below a class, the greatest first. */
    List<Place> stop(Thread thread, Class<?> below) throws IOException {
        recording.stop();
        Path file = Files.createTempFile("tidemark-heap", ".jfr");
        try {
            recording.dump(file);
            Map<String, Place> places = new TreeMap<>();
            for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
                if (EVENTS.contains(event.getEventType().getName())
                        && event.getThread() != null
                        && event.getThread().getJavaThreadId() == thread.getId()
                        && isBelow(event, below)) {
                    add(event, places);
                }
            }
            return places.values().stream()
                    .sorted(Comparator.comparingLong(Place::bytes).reversed())
                    .toList();
        } finally {
            recording.close();
            Files.delete(file);
        }
    }

    private static boolean isBelow(RecordedEvent event, Class<?> type) {
        return event.getStackTrace() != null
                && event.getStackTrace().getFrames().stream()
                        .anyMatch(frame -> frame.getMethod().getType().getName().equals(type.getName()));
    }

    private static void add(RecordedEvent event, Map<String, Place> places) {
        String type = event.getClass("objectClass").getName();
        String where = where(event);
        Place place = places.computeIfAbsent(type + " " + where, ignored -> new Place(type, where));
        place.objects++;
        place.bytes += event.getLong("allocationSize");
    }

    /** The innermost frames that do not belong to the JDK. */
    private static String where(RecordedEvent event) {
        StringBuilder text = new StringBuilder();
        int shown = 0;
        for (RecordedFrame frame : event.getStackTrace().getFrames()) {
            String type = frame.getMethod().getType().getName();
            if (!type.startsWith("java.") && !type.startsWith("jdk.") && !type.startsWith("sun.") && shown++ < FRAMES) {
                text.append(text.isEmpty() ? "" : " < ")
                        .append(type.substring(type.lastIndexOf('.') + 1))
                        .append('.')
                        .append(frame.getMethod().getName());
            }
        }
        return text.isEmpty() ? "the JDK" : text.toString();
    }
}

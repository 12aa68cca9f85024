package io.tidemark.metrics.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of a diagnosis in a recording of the flight recorder. */
class DiagnosisFlightEventTest {
    @TempDir
    private Path home;

    @Test
    void shouldRecordWhatIsTold() throws IOException {
        Path file = home.resolve("diagnosis.jfr");
        Heard heard;
        try (Recording recording = new Recording()) {
            recording.enable("tidemark.Diagnosis");
            recording.start();
            heard = Heard.from(SampleSpec.series(40, (i, s) -> {
                boolean ahead = i >= 10 && i < 20;
                s.watermark = ahead ? s.timeNs + 61 * SampleSpec.SECOND : s.watermark;
            }));
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("tidemark.Diagnosis"))
                .toList();
        assertEquals(
                List.of("ENTERED HEALTHY", "ENTERED POISONED_CLOCK", "LEFT POISONED_CLOCK", "ENTERED HEALTHY"),
                events.stream()
                        .map(event -> event.getString("change") + " " + event.getString("alarm"))
                        .toList());
        assertEquals(heard.events.get(1).finding().toString(), events.get(1).getString("finding"));
        assertTrue(events.get(1).getString("finding").contains("POISONED_CLOCK"));
    }
}

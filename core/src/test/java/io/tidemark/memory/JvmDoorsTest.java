package io.tidemark.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.error.TidemarkException;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a user calls first says which flags are missing, in a JVM of its own without any. */
class JvmDoorsTest {
    /** Opens the door that is named. */
    static final class Door {
        private Door() {}

        public static void main(String[] args) {
            Schema schema = Schema.parse("n long");
            try {
                switch (args[0]) {
                    case "writer" -> new RowWriter();
                    case "memory" -> MemoryJournal.of("n", schema);
                    case "memory with time" -> MemoryJournal.withIngestTime("n", schema);
                    case "memory output" -> MemoryJournal.output("n");
                    default -> throw new IllegalArgumentException(args[0]);
                }
                System.out.println("opened");
            } catch (TidemarkException e) {
                System.out.println(e.code());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"writer", "memory", "memory with time", "memory output"})
    void shouldNameTheFlagsThatAreMissing(String door) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Door.class.getName(),
                        door)
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), out);
        assertEquals("JVM_FLAG_MISSING", out.strip());
    }
}

package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.error.TidemarkException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The first call says which flags are missing, in a JVM of its own without any. */
class StateDoorTest {
    /** Opens the door. */
    static final class Door {
        private Door() {}

        public static void main(String[] args) {
            try {
                ChronicleState.withLimit(1 << 20);
                System.out.println("opened");
            } catch (TidemarkException e) {
                System.out.println(e.code());
            }
        }
    }

    @Test
    void shouldNameTheFlagsThatAreMissing() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Door.class.getName())
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), out);
        assertEquals("JVM_FLAG_MISSING", out.strip());
    }
}

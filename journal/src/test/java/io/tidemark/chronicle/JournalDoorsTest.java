package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.error.TidemarkException;
import io.tidemark.row.Schema;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a user calls first says which flags are missing, in a JVM of its own without any. */
final class JournalDoorsTest {
    @TempDir
    private Path directory;

    /** Opens the door that is named. */
    static final class Door {
        private Door() {}

        public static void main(String[] args) {
            Schema schema = Schema.parse("n long");
            Path directory = Path.of(args[1]);
            try {
                switch (args[0]) {
                    case "create" -> ChronicleJournal.create(directory.resolve("new"), schema);
                    case "open" -> ChronicleJournal.open(directory);
                    case "openReadOnly" -> ChronicleJournal.openReadOnly(directory);
                    case "at" -> ChronicleJournal.at(directory);
                    case "raw" -> ForeignJournal.raw(directory, schema, (buffer, offset, length, row) -> null);
                    case "wire" -> ForeignJournal.wire(directory, schema, Map.of("n", "n"));
                    case "wireEvent" -> ForeignJournal.wireEvent(directory, schema, Map.of("n", "n"), "e");
                    case "methods" -> ForeignJournal.methods(directory, schema, Runnable.class, rows -> () -> {});
                    default -> throw new IllegalArgumentException(args[0]);
                }
                System.out.println("opened");
            } catch (TidemarkException e) {
                System.out.println(e.code());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"create", "open", "openReadOnly", "at", "raw", "wire", "wireEvent", "methods"})
    void shouldNameTheFlagsThatAreMissing(String door) throws Exception {
        ChronicleJournal.create(directory, Schema.parse("n long")).close();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Door.class.getName(),
                        door,
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), out);
        assertEquals("JVM_FLAG_MISSING", out.strip());
    }
}

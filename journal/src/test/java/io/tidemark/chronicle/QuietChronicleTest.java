package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class QuietChronicleTest {
    @TempDir
    private Path directory;

    /** Uses a journal and prints what was set. */
    static final class Main {
        private Main() {}

        public static void main(String[] args) {
            ChronicleJournal.create(Path.of(args[0]), Schema.parse("n long")).close();
            System.out.println(System.getProperty("chronicle.announcer.disable") + " "
                    + System.getProperty("chronicle.analytics.disable"));
        }
    }

    @Test
    void shouldPrintNothingAndSendNothingWhereTheUserSetNoFlags() throws Exception {
        assertEquals("true true\n", run());
    }

    @Test
    void shouldLeaveWhatTheUserHasSet() throws Exception {
        assertEquals(
                "false true\n",
                run("-Dchronicle.announcer.disable=false", "-Dchronicle.analytics.disable=true")
                        .replaceAll("(?s)^.*?(?=false true)", ""));
    }

    private String run(String... properties) throws IOException, InterruptedException {
        Path flags = directory.resolve("flags");
        Files.writeString(
                flags,
                Files.readAllLines(Path.of(System.getProperty("tidemark.root"), "bin", "jvm.args")).stream()
                        .filter(line -> !line.startsWith("-D"))
                        .collect(Collectors.joining("\n")));
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@" + flags, "-Xmx64m"));
        command.addAll(List.of(properties));
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                directory.resolve("journal").toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        return out;
    }
}

package io.tidemark.memory;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each case is a JVM of its own whose class path holds neither Agrona nor Chronicle. */
class JvmFlagsTest {
    private static final List<String> NEEDED = List.of(
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED");

    @TempDir
    Path directory;

    @Test
    void shouldAcceptThisJvm() {
        assertDoesNotThrow(JvmFlags::check);
    }

    @Test
    void shouldListTheFlagsOfTheArgfile() throws IOException {
        Path argfile = Path.of(System.getProperty("tidemark.root"), "bin", "jvm.args");
        assertEquals(Files.readAllLines(argfile), JvmFlags.all());
        assertTrue(JvmFlags.all().containsAll(NEEDED));
    }

    @Test
    void shouldAcceptTheArgfile() throws Exception {
        assertEquals("OK", probe(JvmFlags.all()));
    }

    @Test
    void shouldNameAllFlagsOfAJvmWithoutAny() throws Exception {
        String[] verdict = probe(List.of()).split("\\|");
        assertEquals("JVM_FLAG_MISSING", verdict[0]);
        assertEquals("Java was started without the flags " + String.join(" ", NEEDED) + ".", verdict[1]);
        assertTrue(verdict[2].contains("java @bin/jvm.args"), verdict[2]);
    }

    static List<String> needed() {
        return NEEDED;
    }

    @ParameterizedTest
    @MethodSource("needed")
    void shouldNameTheOneFlagThatIsMissing(String flag) throws Exception {
        List<String> others = new ArrayList<>(JvmFlags.all());
        assertTrue(others.remove(flag));
        String[] verdict = probe(others).split("\\|");
        assertEquals("Java was started without the flag " + flag + ".", verdict[1]);
    }

    @Test
    void shouldNameTheCompilerWhenItIsMissing() throws Exception {
        List<String> flags = new ArrayList<>(JvmFlags.all());
        flags.add("--limit-modules=java.base,java.management,jdk.unsupported");
        String[] verdict = probe(flags).split("\\|");
        assertEquals("JVM_FLAG_MISSING", verdict[0]);
        assertEquals("This Java run time lacks the module jdk.compiler.", verdict[1]);
        assertTrue(verdict[2].contains("full JDK"), verdict[2]);
    }

    @Test
    void shouldNameEveryModuleThatIsMissing() throws Exception {
        String[] verdict = probe(List.of("--limit-modules=java.base")).split("\\|");
        assertEquals("This Java run time lacks the modules jdk.unsupported jdk.compiler.", verdict[1]);
    }

    private String probe(List<String> flags) throws Exception {
        Path classPath = Path.of(JvmFlags.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path testClassPath = Path.of(JvmFlagsProbe.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xshare:auto");
        command.addAll(flags);
        command.add("-cp");
        command.add(classPath + System.getProperty("path.separator") + testClassPath);
        command.add(JvmFlagsProbe.class.getName());
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertEquals(0, process.waitFor(), () -> read(err));
        return read(out).lines().reduce((first, last) -> last).orElse("");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}

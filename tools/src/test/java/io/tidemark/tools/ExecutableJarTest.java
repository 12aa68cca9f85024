package io.tidemark.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.memory.JvmFlags;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The packaged jar, started as users start it. Runs after packaging, when the build says where the jar is. */
@EnabledIfSystemProperty(named = "tidemark.jar", matches = ".+")
class ExecutableJarTest {
    private static final Path JAR = Path.of(System.getProperty("tidemark.jar", "none"));

    @TempDir
    Path directory;

    @Test
    void shouldCarryTheFlagsOfTheArgfileInItsManifest() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            assertEquals(flags("--add-opens="), words(manifest.getValue("Add-Opens")));
            assertEquals(flags("--add-exports="), words(manifest.getValue("Add-Exports")));
            assertEquals(flags("--enable-native-access="), words(manifest.getValue("Enable-Native-Access")));
            assertEquals("true", manifest.getValue("Multi-Release"));
            assertEquals("io.tidemark.tools.Main", manifest.getValue("Main-Class"));
        }
    }

    @Test
    void shouldHoldNoModulesSignaturesOrFilesOfOthers() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            List<String> names = jar.stream().map(entry -> entry.getName()).toList();
            assertFalse(names.stream().anyMatch(name -> name.endsWith("module-info.class")), "module-info");
            assertFalse(names.stream().anyMatch(name -> name.matches("META-INF/[^/]*\\.(SF|RSA|DSA)")), "signature");
            assertNotNull(jar.getEntry("META-INF/services/org.slf4j.spi.SLF4JServiceProvider"));
            assertNotNull(jar.getEntry("META-INF/services/com.fasterxml.jackson.core.JsonFactory"));
            assertNotNull(jar.getEntry("META-INF/LICENSE"));
            assertNotNull(jar.getEntry("META-INF/THIRD-PARTY.md"));
        }
    }

    @Test
    void shouldNameTheLicenceOfEveryLibraryInIt() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            String licences = new String(
                    jar.getInputStream(jar.getEntry("META-INF/THIRD-PARTY.md")).readAllBytes(), StandardCharsets.UTF_8);
            List<String> artifacts = jar.stream()
                    .map(entry -> entry.getName().split("/"))
                    .filter(path -> path[path.length - 1].equals("pom.properties") && !path[2].equals("io.tidemark"))
                    .map(path -> path[3])
                    .toList();
            assertTrue(artifacts.size() > 15, artifacts::toString);
            assertEquals(
                    List.of(),
                    artifacts.stream().filter(name -> !licences.contains(name)).toList());
        }
    }

    @Test
    void shouldImportAndReadWithoutAnyFlag() throws Exception {
        Path csv = Files.writeString(directory.resolve("in.csv"), "n,s\n1,a\n2,b\n");
        Path journal = directory.resolve("journal");
        Run imported = java("-jar", JAR, "import", csv, "--into", journal, "--schema", "n long, s string");
        assertEquals(0, imported.exitCode, imported.err);
        Run read = java("-jar", JAR, "read", journal, "-s");
        assertEquals("n=1 s=a\nn=2 s=b\n", read.out);
        assertEquals(0, read.exitCode, read.err);
    }

    @Test
    void shouldSayWhichFlagIsMissingWhenItIsOnTheClassPath() throws Exception {
        Run run = java("-cp", JAR, "io.tidemark.tools.Main", "--help");
        assertEquals(3, run.exitCode, run.err);
        assertTrue(run.err.startsWith("tidemark: JVM_FLAG_MISSING: Java was started without the flags "), run.err);
        assertEquals(2, run.err.lines().count(), run.err);
    }

    @Test
    void shouldSayThatTheCompilerIsMissing() throws Exception {
        Run run = java("--limit-modules=java.base,java.management,jdk.unsupported", "-jar", JAR, "--help");
        assertEquals(3, run.exitCode, run.err);
        assertTrue(
                run.err.contains("tidemark: JVM_FLAG_MISSING: This Java run time lacks the module jdk.compiler."),
                run.err);
    }

    private static Set<String> flags(String option) {
        return JvmFlags.all().stream()
                .filter(flag -> flag.startsWith(option))
                .map(flag -> flag.substring(option.length()).replace("=ALL-UNNAMED", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> words(String text) {
        return new TreeSet<>(List.of(text.split(" ")));
    }

    private record Run(int exitCode, String out, String err) {}

    private Run java(Object... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Stream.of(args).map(Object::toString).forEach(command::add);
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        int exitCode = process.waitFor();
        return new Run(exitCode, Files.readString(out), Files.readString(err));
    }
}

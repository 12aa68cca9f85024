package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Users get the versions that are tested here, not older ones that the libraries ask of each other. */
final class TestedVersionsTest {
    @Test
    void shouldNameEveryLibraryOfChronicleInThePom() throws IOException {
        String pom = Files.readString(Path.of(System.getProperty("tidemark.root"), "journal", "pom.xml"));
        List<String> libraries = Arrays.stream(
                        System.getProperty("java.class.path").split(System.getProperty("path.separator")))
                .map(Path::of)
                .filter(jar -> jar.toString().contains(Path.of("net", "openhft").toString()))
                .map(jar -> jar.getParent().getParent().getFileName().toString())
                .toList();
        assertFalse(libraries.isEmpty());
        assertEquals(
                List.of(),
                libraries.stream()
                        .filter(library -> !pom.contains("<artifactId>" + library + "</artifactId>"))
                        .toList());
    }
}

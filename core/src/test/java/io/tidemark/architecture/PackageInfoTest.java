package io.tidemark.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every package of core says in a package-info what it is for. */
class PackageInfoTest {
    @Test
    void shouldDescribeEveryPackage() throws IOException {
        Path sources = Path.of(System.getProperty("tidemark.root"), "core", "src", "main", "java");
        List<Path> packages;
        try (Stream<Path> files = Files.walk(sources)) {
            packages = files.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::getParent)
                    .distinct()
                    .sorted()
                    .toList();
        }
        assertTrue(packages.contains(sources.resolve(Path.of("io", "tidemark", "row"))), packages::toString);
        List<Path> missing = new ArrayList<>();
        for (Path directory : packages) {
            Path info = directory.resolve("package-info.java");
            if (!Files.exists(info) || !Files.readString(info).startsWith("/**")) {
                missing.add(sources.relativize(directory));
            }
        }
        assertEquals(List.of(), missing);
    }
}

package io.tidemark.tools.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Which module may use which, read from the poms; and that no package lies in two modules. */
class ModuleArrowsTest {
    private static final Path ROOT = Path.of(System.getProperty("tidemark.root"));
    private static final Set<String> ALL = Set.of("core", "offheap-state", "journal");
    private static final Map<String, Set<String>> ARROWS = Map.of(
            "core",
            Set.of(),
            "offheap-state",
            Set.of("core"),
            "journal",
            Set.of("core"),
            "metrics-micrometer",
            Set.of("core"),
            "tools",
            ALL,
            "examples",
            ALL,
            "benchmarks",
            ALL);
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern DEPENDENCY = Pattern.compile(
            "<dependency>\\s*<groupId>io\\.tidemark</groupId>\\s*<artifactId>tidemark-([^<]+)</artifactId>");

    @Test
    void shouldUseOnlyTheModulesThatItMay() throws IOException {
        Map<String, Set<String>> found = new TreeMap<>();
        for (String module : modules()) {
            Set<String> used =
                    new TreeSet<>(matches(DEPENDENCY, ROOT.resolve(module).resolve("pom.xml")));
            used.removeAll(ARROWS.getOrDefault(module, Set.of()));
            if (!used.isEmpty()) {
                found.put(module, used);
            }
        }
        assertEquals(Map.of(), found, "modules with arrows that they may not have");
    }

    @Test
    void shouldHaveEachPackageInOneModule() throws IOException {
        Map<Path, Set<String>> modulesOfPackage = new TreeMap<>();
        for (String module : modules()) {
            Path sources = ROOT.resolve(module).resolve(Path.of("src", "main", "java"));
            for (Path directory : SourceFiles.packages(sources)) {
                modulesOfPackage
                        .computeIfAbsent(sources.relativize(directory), key -> new TreeSet<>())
                        .add(module);
            }
        }
        modulesOfPackage.values().removeIf(modules -> modules.size() == 1);
        assertEquals(Map.of(), modulesOfPackage);
    }

    @Test
    void shouldDescribeEveryPackage() throws IOException {
        Set<Path> missing = new TreeSet<>();
        for (String module : modules()) {
            for (Path directory : SourceFiles.packages(ROOT.resolve(module).resolve(Path.of("src", "main", "java")))) {
                if (!Files.exists(directory.resolve("package-info.java"))) {
                    missing.add(ROOT.relativize(directory));
                }
            }
        }
        assertEquals(Set.of(), missing, "packages without package-info");
    }

    @Test
    void shouldKeepFilesReadable() throws IOException {
        Map<Path, Integer> tooLong = new TreeMap<>();
        for (String module : modules()) {
            for (Path file : SourceFiles.in(ROOT.resolve(module).resolve(Path.of("src", "main", "java")))) {
                int lines = Files.readAllLines(file).size();
                if (lines > SourceFiles.MOST_LINES) {
                    tooLong.put(ROOT.relativize(file), lines);
                }
            }
        }
        assertEquals(Map.of(), tooLong, "files of more than " + SourceFiles.MOST_LINES + " lines");
    }

    @Test
    void shouldNameClassesByWhatTheyAre() throws IOException {
        Set<Path> vague = new TreeSet<>();
        for (String module : modules()) {
            for (Path file : SourceFiles.in(ROOT.resolve(module).resolve(Path.of("src", "main", "java")))) {
                if (file.getFileName().toString().matches(".*(Manager|Utils?|Helper|Impl)\\.java")) {
                    vague.add(ROOT.relativize(file));
                }
            }
        }
        assertEquals(Set.of(), vague);
    }

    private static List<String> modules() throws IOException {
        List<String> modules = matches(MODULE, ROOT.resolve("pom.xml"));
        assertEquals(true, modules.containsAll(ALL), modules::toString);
        return modules;
    }

    private static List<String> matches(Pattern pattern, Path pom) throws IOException {
        return pattern.matcher(Files.readString(pom))
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}

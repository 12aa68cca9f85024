package io.tidemark.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.tidemark.conformance.Verdict.Backend;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Further queries, made at random and recorded from Apache Spark 4.2.0 in the form of the cases. Nothing may differ.
 */
class RecordedCasesTest {
    private static final Path ROOT = Path.of("src", "test", "resources");

    /** Bounds of both kinds, keys with the event time, disorder within a batch, both policies of several watermarks. */
    @TestFactory
    List<DynamicTest> shouldJoinAsRecorded() throws IOException {
        return tests("recorded-joins");
    }

    /** Sessions, deduplication, joins, tables, unions and chains. */
    @TestFactory
    List<DynamicTest> shouldDoWhatWasRecorded() throws IOException {
        return tests("recorded-cases");
    }

    private static List<DynamicTest> tests(String folder) throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
            List<DynamicTest> tests = files.sorted()
                    .map(file -> dynamicTest(file.toString(), () -> check(file)))
                    .toList();
            assertTrue(tests.size() >= 24, folder + " holds " + tests.size());
            return tests;
        }
    }

    private static void check(Path file) {
        CaseFile recorded = CaseFile.parse(file.toString(), text(file));
        for (Backend backend : Backend.values()) {
            assertEquals(List.of(), Verdict.run(recorded, backend).differences(), backend + " " + recorded);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

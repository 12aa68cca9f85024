package io.tidemark.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.tidemark.conformance.Difference.Aspect;
import io.tidemark.conformance.Verdict.Backend;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every case on every state backend. A case that deviates must be listed in {@code docs/differences-from-spark.md} with exactly what
 * differs; a listed one that does not deviate fails too. None is skipped.
 */
class ConformanceTest {
    private static final List<CaseFile> CASES = CaseFile.all();
    private static final KnownDifferences KNOWN = KnownDifferences.read();

    @TestFactory
    Stream<DynamicNode> shouldDoWhatTheCaseSays() {
        return Stream.of(Backend.values())
                .map(backend -> dynamicContainer(
                        backend.toString(),
                        CASES.stream().map(file -> dynamicTest(file.id(), () -> check(file, backend)))));
    }

    @Test
    void shouldReportTheRun() {
        Tally tally = Tally.of(CASES);
        System.out.println(tally.report());
        assertEquals(261, CASES.size());
        assertTrue(KNOWN.says("`" + tally.summary() + "`"), "the page of differences has to say: " + tally.summary());
    }

    @Test
    void shouldListOnlyCasesThatRun() {
        Set<String> running = CASES.stream().map(CaseFile::id).collect(Collectors.toSet());
        Set<String> listed = new TreeSet<>(KNOWN.deviating().keySet());
        listed.removeAll(running);
        assertEquals(Set.of(), listed, "listed and unknown");
    }

    private static void check(CaseFile file, Backend backend) {
        Verdict verdict = Verdict.of(file, backend);
        Map<String, Set<Aspect>> listed = KNOWN.deviating();
        assertEquals(
                listed.getOrDefault(file.id(), Set.of()),
                verdict.aspects(),
                () -> verdict.differences().stream()
                        .map(Difference::toString)
                        .collect(Collectors.joining(
                                "\n  ", "listed and found differences of " + file.id() + "\n  ", "\n")));
    }
}

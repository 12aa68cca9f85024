package io.tidemark.conformance;

import io.tidemark.conformance.Verdict.Backend;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The result of a run over all cases: a case passed if it passed on every backend. */
final class Tally {
    private final List<String> passed = new ArrayList<>();
    private final Map<String, Set<Difference.Aspect>> deviating = new TreeMap<>();
    private final Map<String, List<String>> waiting = new TreeMap<>();
    private int skipped;

    static Tally of(List<CaseFile> files) {
        Tally tally = new Tally();
        files.forEach(tally::add);
        return tally;
    }

    private void add(CaseFile file) {
        Set<String> missing = MissingOperators.of(file);
        for (Backend backend : Backend.values()) {
            Set<Difference.Aspect> aspects = Verdict.of(file, backend).aspects();
            if (!aspects.isEmpty()) {
                deviating.merge(file.id(), aspects, (left, right) -> {
                    left.addAll(right);
                    return left;
                });
            }
        }
        if (!missing.isEmpty()) {
            skipped++;
            missing.forEach(operator ->
                    waiting.computeIfAbsent(operator, key -> new ArrayList<>()).add(file.id()));
        } else if (!deviating.containsKey(file.id())) {
            passed.add(file.id());
        }
    }

    /** One line. */
    String summary() {
        return "conformance: " + passed.size() + " passed, " + deviating.size() + " deviating, " + skipped + " skipped";
    }

    /** How many cases wait for each operator. */
    Map<String, Integer> waiting() {
        Map<String, Integer> counts = new TreeMap<>();
        waiting.forEach((operator, cases) -> counts.put(operator, cases.size()));
        return counts;
    }

    /** The line and all names behind it. */
    String report() {
        StringBuilder text = new StringBuilder(summary()).append('\n');
        deviating.forEach((name, aspects) -> text.append("  deviating: ")
                .append(name)
                .append(' ')
                .append(aspects)
                .append('\n'));
        waiting.forEach((operator, cases) -> text.append("  skipped for want of ")
                .append(operator)
                .append(": ")
                .append(String.join(", ", cases))
                .append('\n'));
        passed.forEach(name -> text.append("  passed: ").append(name).append('\n'));
        return text.toString();
    }
}

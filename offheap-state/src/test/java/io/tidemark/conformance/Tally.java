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

    static Tally of(List<CaseFile> files) {
        Tally tally = new Tally();
        files.forEach(tally::add);
        return tally;
    }

    private void add(CaseFile file) {
        for (Backend backend : Backend.values()) {
            Set<Difference.Aspect> aspects = Verdict.of(file, backend).aspects();
            if (!aspects.isEmpty()) {
                deviating.merge(file.id(), aspects, (left, right) -> {
                    left.addAll(right);
                    return left;
                });
            }
        }
        if (!deviating.containsKey(file.id())) {
            passed.add(file.id());
        }
    }

    /** One line. */
    String summary() {
        return "conformance: " + passed.size() + " passed, " + deviating.size() + " deviating";
    }

    /** The line and all names behind it. */
    String report() {
        StringBuilder text = new StringBuilder(summary()).append('\n');
        deviating.forEach((name, aspects) -> text.append("  deviating: ")
                .append(name)
                .append(' ')
                .append(aspects)
                .append('\n'));
        passed.forEach(name -> text.append("  passed: ").append(name).append('\n'));
        return text.toString();
    }
}

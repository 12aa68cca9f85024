package io.tidemark.conformance;

import io.tidemark.conformance.Difference.Aspect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the page of differences says: the cases that deviate with what differs and why, and the result of the run.
 */
final class KnownDifferences {
    private static final Path PAGE = Path.of(System.getProperty("tidemark.root"), "docs", "differences-from-spark.md");
    private static final Pattern DEVIATING =
            Pattern.compile("(?m)^\\| `([^`]+/[^`]+)` \\| ([a-z, ]+) \\| (\\S.*) \\|$");

    private final String page;

    KnownDifferences(String page) {
        this.page = page;
    }

    static KnownDifferences read() {
        try {
            return new KnownDifferences(Files.readString(PAGE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What differs in each case that is listed. */
    Map<String, Set<Aspect>> deviating() {
        return DEVIATING
                .matcher(page)
                .results()
                .collect(Collectors.toMap(row -> row.group(1), row -> aspects(row.group(2))));
    }

    /** Whether the page holds a text. */
    boolean says(String text) {
        return page.contains(text);
    }

    private static Set<Aspect> aspects(String text) {
        return Arrays.stream(text.split(", "))
                .map(name -> Aspect.valueOf(name.toUpperCase(Locale.ROOT)))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}

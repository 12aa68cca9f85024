package io.tidemark.micrometer;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the text format 0.0.4 and takes nothing that it does not allow. */
record PrometheusText(Map<String, Double> samples, Map<String, String> types) {
    private static final Pattern COMMENT = Pattern.compile("# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)");
    private static final String LABEL = "[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\n]|\\\\[\\\\n\"])*\"";
    private static final Pattern SAMPLE = Pattern.compile(
            "([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{" + LABEL + "(?:," + LABEL + ")*,?})? (-?[0-9][0-9.]*(?:E-?[0-9]+)?)");

    static PrometheusText parse(String text) {
        assertTrue(text.endsWith("\n"), "the last line ends");
        Map<String, Double> samples = new TreeMap<>();
        Map<String, String> types = new TreeMap<>();
        for (String line : text.split("\n")) {
            Matcher comment = COMMENT.matcher(line);
            if (line.startsWith("#")) {
                assertTrue(comment.matches(), line);
                if (comment.group(1).equals("TYPE")) {
                    assertNull(types.put(comment.group(2), comment.group(3)), line);
                }
            } else {
                Matcher sample = SAMPLE.matcher(line);
                assertTrue(sample.matches(), line);
                assertTrue(types.containsKey(sample.group(1)), () -> "no type before " + line);
                String labels = sample.group(2) == null ? "" : sample.group(2);
                assertNull(samples.put(sample.group(1) + labels, Double.valueOf(sample.group(3))), line);
            }
        }
        return new PrometheusText(samples, types);
    }

    Set<String> names() {
        return new TreeSet<>(types.keySet());
    }
}

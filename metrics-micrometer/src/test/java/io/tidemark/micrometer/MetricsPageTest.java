package io.tidemark.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.QueryInvoker;
import io.tidemark.operator.DropReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tables of docs/metrics.md, the dashboard and what Prometheus gets have the same names. */
@Timeout(60)
class MetricsPageTest {
    private static final Path DOCS = Path.of(System.getProperty("tidemark.root"), "docs");
    private static final Pattern NAME = Pattern.compile("tidemark_[a-z0-9_]+");

    private static List<Metric<?>> all() {
        return Stream.of(
                        MetricTable.QUERY.stream(),
                        MetricTable.SOURCE.stream(),
                        MetricTable.OPERATOR.stream(),
                        Stream.of(MetricTable.dropped(DropReason.LATE)),
                        MetricTable.STATE.stream())
                .<Metric<?>>flatMap(metrics -> metrics)
                .toList();
    }

    private static Set<String> served() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (Counts counts = new Counts();
                TidemarkMetrics metrics = new TidemarkMetrics();
                QueryInvoker query = counts.writer("counts").invoker()) {
            metrics.add(query).bindTo(registry);
            return PrometheusText.parse(registry.scrape()).names();
        } finally {
            registry.close();
        }
    }

    @Test
    void shouldHaveAPageWithTheNamesOfTheCode() throws IOException {
        List<String> expected = new ArrayList<>();
        Set<String> prometheus = new TreeSet<>();
        for (Metric<?> metric : all()) {
            boolean counter = metric.kind() == Metric.Kind.COUNTER;
            String name = metric.name().replace('.', '_') + (counter ? "_total" : "");
            prometheus.add(name);
            expected.add("| `" + metric.name() + "` | `" + name + "` | " + (counter ? "counter" : "gauge") + " | "
                    + (metric.unit() == null ? "-" : metric.unit().replace('_', ' ')) + " | " + metric.meaning()
                    + " |");
        }
        List<String> written = Files.readAllLines(DOCS.resolve("metrics.md")).stream()
                .filter(line -> line.startsWith("| `tidemark.") && line.contains("| `tidemark_"))
                .toList();
        assertEquals(String.join("\n", expected), String.join("\n", written));
        assertEquals(prometheus, served());
    }

    @Test
    void shouldHaveNamesThatEndInTheirUnit() {
        for (Metric<?> metric : all()) {
            assertTrue(metric.name().matches("tidemark(\\.[a-z0-9]+)+"), metric::name);
            assertTrue(
                    metric.unit() == null
                            || metric.name().replace('.', '_').endsWith("_" + metric.unit())
                            || Set.of("panes", "groups").contains(metric.unit()),
                    metric::name);
        }
    }

    @Test
    void shouldNameEveryReasonOnThePage() throws IOException {
        String page = Files.readString(DOCS.resolve("metrics.md"));
        for (DropReason reason : DropReason.values()) {
            assertTrue(page.contains("`" + MetricTable.tag(reason) + "`"), reason::name);
        }
    }

    @Test
    void shouldShipADashboardOfServedNames() throws IOException {
        List<String> queries = new ArrayList<>();
        try (JsonParser json = new JsonFactory()
                .createParser(DOCS.resolve("grafana").resolve("tidemark.json").toFile())) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.VALUE_STRING
                        && ("expr".equals(json.currentName()) || "query".equals(json.currentName()))) {
                    queries.add(json.getText());
                }
            }
        }
        Set<String> used = new TreeSet<>();
        queries.forEach(query -> NAME.matcher(query).results().forEach(found -> used.add(found.group())));
        assertTrue(used.size() >= 15, used::toString);
        Set<String> unknown = new TreeSet<>(used);
        unknown.removeAll(served());
        assertEquals(Set.of(), unknown, "names that nobody serves");
    }
}

package io.tidemark.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.QueryInvoker;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What Prometheus gets, under a locale with a decimal comma. */
@Timeout(60)
class PrometheusEndpointTest {
    private final Locale locale = Locale.getDefault();
    private final Counts counts = new Counts();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @BeforeEach
    void speakGerman() {
        Locale.setDefault(Locale.GERMANY);
    }

    @AfterEach
    void close() {
        Locale.setDefault(locale);
        registry.close();
        counts.close();
    }

    private static HttpResponse<String> ask(URI uri, String method) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** P02, P08. */
    @Test
    void shouldServeTextThatParses() throws IOException, InterruptedException {
        try (TidemarkMetrics metrics = new TidemarkMetrics();
                QueryInvoker query = counts.writer("a \"b\"\\c").invoker();
                PrometheusEndpoint endpoint = PrometheusEndpoint.start(registry, 0)) {
            metrics.add(query).bindTo(registry);
            PrometheusText unfed =
                    PrometheusText.parse(ask(endpoint.uri(), "GET").body());
            String tags = "{query=\"a \\\"b\\\"\\\\c\"";
            assertEquals(0, unfed.samples().get("tidemark_source_backlog_rows" + tags + ",source=\"in\"}"));
            assertEquals(0, unfed.samples().get("tidemark_query_input_rows_total" + tags + "}"));
            assertEquals(1, unfed.samples().get("tidemark_query_up" + tags + "}"));

            for (int i = 0; i < 1_500; i++) {
                counts.row(i / 100, "k" + i % 3);
            }
            query.processAllAvailable();
            query.takeProgress();
            HttpResponse<String> answer = ask(endpoint.uri(), "GET");
            assertEquals(200, answer.statusCode());
            assertEquals(
                    "text/plain; version=0.0.4; charset=utf-8",
                    answer.headers().firstValue("Content-Type").orElseThrow());
            PrometheusText fed = PrometheusText.parse(answer.body());
            assertEquals(1_500, fed.samples().get("tidemark_query_input_rows_total" + tags + "}"));
            assertEquals("counter", fed.types().get("tidemark_query_input_rows_total"));
            assertEquals("gauge", fed.types().get("tidemark_query_freshness_seconds"));
            assertEquals(18, fed.samples().get("tidemark_query_freshness_seconds" + tags + "}"));
            assertEquals(unfed.samples().keySet(), fed.samples().keySet(), "the same series from the start");
        }
    }

    @Test
    void shouldListenOnLoopbackAndKnowOnePath() throws IOException, InterruptedException {
        try (PrometheusEndpoint endpoint = PrometheusEndpoint.start(registry, 0)) {
            assertTrue(InetAddress.getByName(endpoint.uri().getHost()).isLoopbackAddress());
            assertTrue(endpoint.port() > 0);
            assertEquals(404, ask(endpoint.uri().resolve("/other"), "GET").statusCode());
            assertEquals(405, ask(endpoint.uri(), "POST").statusCode());
            HttpResponse<String> head = ask(endpoint.uri(), "HEAD");
            assertEquals(200, head.statusCode());
            assertEquals("", head.body());
            TidemarkException taken =
                    assertThrows(TidemarkException.class, () -> PrometheusEndpoint.start(registry, endpoint.port()));
            assertEquals(ErrorCode.IO_FAILED, taken.code());
        }
    }
}

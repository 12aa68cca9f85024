package io.tidemark.micrometer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves a registry as Prometheus text on {@code /metrics}, with the HTTP server of the JDK (module {@code jdk.httpserver}). It has no password and no encryption, and
 * is bound to the loopback address unless told otherwise. One thread answers one request at a time; the JVM does not end before it is closed.
 */
public final class PrometheusEndpoint implements AutoCloseable {
    private static final String PATH = "/metrics";
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final long NO_BODY = -1;

    private final HttpServer server;
    private final ExecutorService thread;
    private final PrometheusMeterRegistry registry;

    private PrometheusEndpoint(HttpServer server, PrometheusMeterRegistry registry) {
        this.server = server;
        this.registry = registry;
        thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, "tidemark-prometheus");
            made.setDaemon(true);
            return made;
        });
    }

    /**
     * Serves on the loopback address.
     *
     * @param port port, 0 for any that is free
     * @throws TidemarkException {@code IO_FAILED} when the port is not free
     */
    public static PrometheusEndpoint start(PrometheusMeterRegistry registry, int port) {
        return start(registry, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /**
     * Serves on an address of the caller's. Whoever reaches it can read all figures and the names of queries, sources and operators.
     *
     * @throws TidemarkException {@code IO_FAILED} when the address cannot be used
     */
    public static PrometheusEndpoint start(PrometheusMeterRegistry registry, InetSocketAddress address) {
        HttpServer server;
        try {
            server = HttpServer.create(address, 0);
        } catch (IOException e) {
            throw new TidemarkException(
                    ErrorCode.IO_FAILED,
                    "The Prometheus endpoint could not be opened at " + address + ": " + e.getMessage() + ".",
                    "Choose another address or port; port 0 takes one that is free.",
                    e);
        }
        PrometheusEndpoint endpoint = new PrometheusEndpoint(server, registry);
        server.setExecutor(endpoint.thread);
        server.createContext("/", endpoint::answer);
        server.start();
        return endpoint;
    }

    /** Port on which it listens. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Address of the text. */
    public URI uri() {
        InetAddress host = server.getAddress().getAddress();
        String name = host.isAnyLocalAddress() ? "localhost" : host.getHostAddress();
        return URI.create("http://" + (name.contains(":") ? "[" + name + "]" : name) + ":" + port() + PATH);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean body = exchange.getRequestMethod().equals("GET");
            if (!exchange.getRequestURI().getPath().equals(PATH)) {
                exchange.sendResponseHeaders(NOT_FOUND, NO_BODY);
            } else if (!body && !exchange.getRequestMethod().equals("HEAD")) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                exchange.sendResponseHeaders(METHOD_NOT_ALLOWED, NO_BODY);
            } else {
                exchange.getResponseHeaders().set("Content-Type", TEXT);
                byte[] text = registry.scrape().getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(OK, body ? text.length : NO_BODY);
                if (body) {
                    exchange.getResponseBody().write(text);
                }
            }
        }
    }

    /** Stops answering. The registry stays as it is. */
    @Override
    public void close() {
        server.stop(0);
        thread.shutdown();
    }
}

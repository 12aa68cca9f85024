package io.tidemark.state;

/** Opens the backend of a query. */
@FunctionalInterface
public interface StateBackendFactory {
    /**
     * Opens an empty backend.
     *
     * @throws io.tidemark.error.TidemarkException when memory or a JVM flag is missing
     */
    StateBackend open();
}

package io.tidemark.engine;

import java.util.ArrayList;
import java.util.List;

/** What was opened so far, closed in the opposite order. One thread. */
final class OpenResources implements AutoCloseable {
    private final List<AutoCloseable> open = new ArrayList<>();

    /** Closes this one too. */
    <T extends AutoCloseable> T add(T resource) {
        open.add(resource);
        return resource;
    }

    /** Closes everything; what goes wrong is added to a failure. */
    void closeAll(Throwable failure) {
        for (int i = open.size() - 1; i >= 0; i--) {
            try {
                open.get(i).close();
            } catch (Exception e) {
                failure.addSuppressed(e);
            }
        }
        open.clear();
    }

    @Override
    public void close() {
        RuntimeException failure = new IllegalStateException("closing a query failed");
        closeAll(failure);
        if (failure.getSuppressed().length > 0) {
            throw failure;
        }
    }
}

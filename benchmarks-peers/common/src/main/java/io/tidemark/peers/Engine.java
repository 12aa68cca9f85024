package io.tidemark.peers;

/** An engine that is compared. */
@FunctionalInterface
public interface Engine {
    /**
     * Runs one pass from the first event to the last row that comes out, with a new query.
     *
     * @throws Exception as the engine throws it; it ends the process
     */
    void run(Pass pass) throws Exception;
}

package io.tidemark.engine;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;

/** A query that has read all its input must have brought out all that its output holds. */
final class MissingOutput {
    private MissingOutput() {}

    static void check(Pipeline pipeline, String query) {
        if (pipeline.missingOutput() > 0) {
            throw new TidemarkException(
                    ErrorCode.OUTPUT_DIVERGED,
                    "The output of query '" + query + "' holds " + pipeline.missingOutput()
                            + " rows more than its input gives.",
                    "The input was cut or replaced, or somebody else wrote to the output. Start the query with a new"
                            + " directory and output.");
        }
    }
}

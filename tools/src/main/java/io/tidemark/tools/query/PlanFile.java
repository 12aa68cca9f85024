package io.tidemark.tools.query;

import io.tidemark.QueryDirectory;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.plan.StoredPlan;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file with a plan, as {@code toJson()} writes it. */
public final class PlanFile {
    private PlanFile() {}

    /**
     * Reads a plan to be used in place of the stored one.
     *
     * @throws TidemarkException {@code SETTING_INVALID} when the file holds no plan, {@code FUNCTION_UNSUPPORTED}
     */
    public static StoredPlan read(QueryDirectory query, Path file) throws IOException {
        try {
            return query.planOf(Files.readString(file));
        } catch (CharacterCodingException e) {
            throw noPlan(file, "It is not a text.", "Give what toJson() wrote.", ErrorCode.SETTING_INVALID, e);
        } catch (TidemarkException e) {
            throw noPlan(file, e.problems().get(0).reason(), e.problems().get(0).wayOut(), e.code(), e);
        }
    }

    private static TidemarkException noPlan(Path file, String reason, String wayOut, ErrorCode code, Exception cause) {
        return new TidemarkException(code, "File '" + file + "': " + reason, wayOut, cause);
    }
}

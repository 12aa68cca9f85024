package io.tidemark.expr.eval;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.expr.Expression.Call;
import java.util.Locale;
import java.util.Set;

/** Functions that other engines have and that a replay could not repeat: clocks, random numbers, counters of a process. */
final class Nondeterminism {
    private static final Set<String> CLOCKS = Set.of(
            "current_timestamp",
            "current_date",
            "current_time",
            "curdate",
            "localtimestamp",
            "localtime",
            "now",
            "processing_time",
            "proctime",
            "sysdate",
            "systimestamp");
    private static final Set<String> CLOCKS_WITHOUT_ARGUMENTS = Set.of("unix_timestamp", "to_unix_timestamp");
    private static final Set<String> RANDOM =
            Set.of("rand", "randn", "random", "randstr", "shuffle", "uniform", "uuid", "gen_random_uuid");
    private static final Set<String> COUNTERS = Set.of(
            "monotonically_increasing_id",
            "spark_partition_id",
            "input_file_name",
            "row_number",
            "current_user",
            "current_timezone");

    private Nondeterminism() {}

    /** Why the call is refused, or null when its name is none of these. */
    static Problem problem(Call call) {
        String name = call.function().toLowerCase(Locale.ROOT);
        if (CLOCKS.contains(name)
                || CLOCKS_WITHOUT_ARGUMENTS.contains(name) && call.arguments().isEmpty()) {
            return refused(
                    call,
                    "reads a clock, so a replay would give other rows",
                    "Use ingest_time(), the recorded time at which the row entered its journal, or a time column.");
        }
        if (RANDOM.contains(name)) {
            return refused(
                    call,
                    "draws a random number, so a replay would give other rows",
                    "Write the number into the journal with the row, or derive it from a column.");
        }
        if (COUNTERS.contains(name)) {
            return refused(
                    call,
                    "depends on where and when the query runs, so a replay could give other rows",
                    "Use a column that identifies the row.");
        }
        return null;
    }

    private static Problem refused(Call call, String reason, String wayOut) {
        return Problem.of(ErrorCode.NONDETERMINISTIC_EXPRESSION, "'" + call.function() + "' " + reason + ".", wayOut);
    }
}

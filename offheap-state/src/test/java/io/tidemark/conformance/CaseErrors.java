package io.tidemark.conformance;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import java.util.Map;
import java.util.Set;

/** Kinds of errors in cases, and the codes that say the same. */
final class CaseErrors {
    private static final Map<String, Set<ErrorCode>> CODES = Map.ofEntries(
            Map.entry(
                    "append_aggregate_without_watermark",
                    Set.of(ErrorCode.WATERMARK_MISSING, ErrorCode.STATE_UNBOUNDED)),
            Map.entry("bad_argument_type", Set.of(ErrorCode.TYPE_MISMATCH)),
            Map.entry("bad_delay", Set.of(ErrorCode.WATERMARK_DELAY_INVALID)),
            Map.entry("bad_event_time_type", Set.of(ErrorCode.TYPE_MISMATCH)),
            Map.entry("bad_window", Set.of(ErrorCode.WINDOW_SPEC_INVALID)),
            Map.entry("chained_outside_append", Set.of(ErrorCode.MODE_UNSUPPORTED)),
            Map.entry("complete_without_aggregate", Set.of(ErrorCode.MODE_UNSUPPORTED)),
            Map.entry("decimal_sum_overflow", Set.of(ErrorCode.ARITHMETIC_OVERFLOW)),
            Map.entry(
                    "dedup_within_watermark_without_watermark",
                    Set.of(ErrorCode.WATERMARK_MISSING, ErrorCode.WATERMARK_LOST_BY_EXPRESSION)),
            Map.entry("distinct_aggregate", Set.of(ErrorCode.FUNCTION_UNSUPPORTED)),
            Map.entry("long_sum_overflow", Set.of(ErrorCode.ARITHMETIC_OVERFLOW)),
            Map.entry("static_right_outer", Set.of(ErrorCode.JOIN_TYPE_UNSUPPORTED)),
            Map.entry("session_update_mode", Set.of(ErrorCode.MODE_UNSUPPORTED)),
            Map.entry("outer_join_without_time_bound", Set.of(ErrorCode.JOIN_NO_TIME_BOUND)),
            Map.entry("outer_join_without_watermark", Set.of(ErrorCode.WATERMARK_MISSING)),
            Map.entry("two_event_times", Set.of(ErrorCode.EVENT_TIME_AMBIGUOUS)),
            Map.entry("unknown_column", Set.of(ErrorCode.COLUMN_UNKNOWN)),
            Map.entry("unsupported_join_type", Set.of(ErrorCode.JOIN_TYPE_UNSUPPORTED)));

    private CaseErrors() {}

    /** Whether an exception reports an error of this kind and no other. */
    static boolean isKind(String kind, RuntimeException error) {
        Set<ErrorCode> codes = CODES.get(kind);
        if (codes == null) {
            throw new IllegalArgumentException("no code is known for errors of the kind " + kind);
        }
        return error instanceof TidemarkException refused
                && refused.problems().stream().map(Problem::code).allMatch(codes::contains);
    }
}

package io.tidemark.expr.eval;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;
import io.tidemark.row.RowView;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code date_trunc(unit, time)}: start of the microsecond, millisecond, second, minute, hour, day, week (Monday), month, quarter or year
 * in UTC that the time lies in, also before 1970. The unit is a constant; its case does not matter. A start before the first time there
 * is, in the year 1677, is {@code ARITHMETIC_OVERFLOW}, or null without ansi.
 */
final class DateTrunc implements ScalarFunction {
    private static final long DAY_NS = 86_400_000_000_000L;
    /** 1970-01-05 was a Monday. */
    private static final long MONDAY_NS = 4 * DAY_NS;
    /** Nanoseconds of the units that are always equally long. */
    private static final Map<String, Long> FIXED = new TreeMap<>(Map.of(
            "microsecond", 1_000L,
            "millisecond", 1_000_000L,
            "second", 1_000_000_000L,
            "minute", 60_000_000_000L,
            "hour", 3_600_000_000_000L,
            "day", DAY_NS,
            "week", 7 * DAY_NS));
    /** Months of the others. */
    private static final Map<String, Integer> MONTHS = new TreeMap<>(Map.of("month", 1, "quarter", 3, "year", 12));

    @Override
    public String name() {
        return "date_trunc";
    }

    @Override
    public Signature resolve(CallSite call) {
        if (!call.accepts(2, 2)) {
            return null;
        }
        if (call.type(0).kind() != Kind.STRING || call.type(1).kind() != Kind.TIMESTAMP) {
            return call.mismatch("a unit and a timestamp", "Write date_trunc(\"hour\", time).");
        }
        Literal unit = call.literal(0);
        String name = unit == null || unit.value() == null ? "" : normal((String) unit.value());
        if (!FIXED.containsKey(name) && !MONTHS.containsKey(name)) {
            return call.refuse(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    "'date_trunc' needs a constant unit.",
                    "Use one of " + FIXED.keySet() + " and " + MONTHS.keySet() + ".");
        }
        return new Signature(call.types(), DataType.TIMESTAMP, call.nullable(1) || !call.ansi());
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        // The unit was a constant in resolve: it does not look at the row.
        String unit = normal(
                arguments.get(0).asBytes().getBytes(null, new BytesView()).toString());
        LongEvaluator time = arguments.get(1).asLong();
        return MONTHS.containsKey(unit)
                ? context.node(Months.class, time, MONTHS.get(unit), context.site())
                : context.node(
                        Steps.class, time, FIXED.get(unit), unit.equals("week") ? MONDAY_NS : 0L, context.site());
    }

    private static String normal(String unit) {
        return unit.toLowerCase(Locale.ROOT);
    }

    static final class Steps extends LatchedLong {
        private final LongEvaluator time;
        private final long stepNs;
        private final long originNs;
        private final ErrorSite site;

        Steps(LongEvaluator time, long stepNs, long originNs, ErrorSite site) {
            this.time = time;
            this.stepNs = stepNs;
            this.originNs = originNs;
            this.site = site;
        }

        @Override
        boolean compute(RowView row) {
            if (time.isNull(row)) {
                return false;
            }
            long timeNs = time.getLong(row);
            long sinceStart = Math.floorMod(Math.floorMod(timeNs, stepNs) - originNs, stepNs);
            long start = timeNs - sinceStart;
            result(start);
            return start <= timeNs || site.overflowed(DataType.TIMESTAMP);
        }
    }

    static final class Months extends LatchedLong {
        private static final long FIRST_DAY = Math.floorDiv(Long.MIN_VALUE, DAY_NS) + 1;

        private final LongEvaluator time;
        private final int months;
        private final ErrorSite site;

        Months(LongEvaluator time, int months, ErrorSite site) {
            this.time = time;
            this.months = months;
            this.site = site;
        }

        @Override
        boolean compute(RowView row) {
            if (time.isNull(row)) {
                return false;
            }
            int month = CivilMonths.of(Math.floorDiv(time.getLong(row), DAY_NS));
            long day = CivilMonths.firstDay(month - Math.floorMod(month, months));
            result(day * DAY_NS);
            return day >= FIRST_DAY || site.overflowed(DataType.TIMESTAMP);
        }
    }
}

package io.tidemark.examples;

import static io.tidemark.expr.Functions.col;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.join.JoinType;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.time.Instant;

/**
 * Clicks and the payments that follow within 30 minutes. Clicks may come 20 minutes late, payments 10. A click without a payment comes out when
 * no payment can follow any more: when the watermark, the smaller of (last click - 20 min) and (last payment - 10 min), has passed the click by
 * 30 minutes. So a click of 12:00 takes a click after 12:50 and a payment after 12:40.
 */
public final class ClicksAndPaymentsExample {
    private static final Instant NOON = Instant.parse("2026-01-05T12:00:00Z");

    private ClicksAndPaymentsExample() {}

    /** Runs the example. */
    public static void main(String[] args) {
        MemoryJournal clicks = MemoryJournal.of("clicks", Schema.parse("click_time timestamp, click_id string"));
        MemoryJournal payments =
                MemoryJournal.of("payments", Schema.parse("pay_time timestamp, pay_click string, amount long"));
        try (clicks;
                payments;
                QueryInvoker query = joined(clicks, payments)
                        .writeStream()
                        .queryName("clicks-and-payments")
                        .foreach((row, sequence) -> print(row))
                        .invoker()) {
            click(clicks, query, 0, "a");
            click(clicks, query, 5, "b");
            payment(payments, query, 10, "a", 30);
            click(clicks, query, 50, "c");
            payment(payments, query, 46, "c", 12);
            click(clicks, query, 56, "d");
            payment(payments, query, 52, "c", 20);
        }
    }

    private static StreamFrame joined(MemoryJournal clicks, MemoryJournal payments) {
        return Tidemark.stream("clicks", clicks)
                .withWatermark("click_time", Duration.ofMinutes(20))
                .join(
                        Tidemark.stream("payments", payments).withWatermark("pay_time", Duration.ofMinutes(10)),
                        JoinType.LEFT_OUTER)
                .on(
                        col("click_id").eq(col("pay_click")),
                        col("pay_time").ge(col("click_time")),
                        col("pay_time").le(col("click_time").plus(Duration.ofMinutes(30))));
    }

    private static void click(MemoryJournal clicks, QueryInvoker query, long minute, String id) {
        System.out.println(time(minute) + " click " + id);
        clicks.appendValues(NOON.plus(Duration.ofMinutes(minute)), id);
        query.processAllAvailable();
    }

    private static void payment(MemoryJournal payments, QueryInvoker query, long minute, String click, long amount) {
        System.out.println(time(minute) + " payment of " + amount + " for " + click);
        payments.appendValues(NOON.plus(Duration.ofMinutes(minute)), click, amount);
        query.processAllAvailable();
    }

    private static String time(long minute) {
        return NOON.plus(Duration.ofMinutes(minute)).toString().substring(11, 16);
    }

    private static void print(RowView row) {
        System.out.println(
                row.isNull(4)
                        ? "  => click " + row.getString(1) + " brought no payment"
                        : "  => click " + row.getString(1) + " brought " + row.getLong(4));
    }
}

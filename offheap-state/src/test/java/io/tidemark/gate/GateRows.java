package io.tidemark.gate;

import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.util.Random;

/** Two journals that all cases share: 97 keys, a row each 10 ms of event time, up to 3 s out of order, now and then a null. */
final class GateRows implements AutoCloseable {
    private static final long SEED = 20_261_211;
    private static final long STEP = 10_000_000L;
    private static final String COLUMNS =
            "%1$sts timestamp, %1$sk long, %1$sv long, %1$si int, %1$sx double, %1$sd decimal(18,4), %1$sw decimal(30,2),"
                    + " %1$ss string, %1$sb bool";

    final MemoryJournal left = MemoryJournal.of("left", Schema.parse(COLUMNS.formatted("")));
    final MemoryJournal right = MemoryJournal.of("right", Schema.parse(COLUMNS.formatted("r")));

    private final Random random = new Random(SEED);
    private final RowWriter row = new RowWriter();

    /** Makes sure that each journal has so many rows. */
    void fill(long rows) {
        fill(left, rows);
        fill(right, rows);
    }

    private void fill(MemoryJournal journal, long rows) {
        for (long number = journal.size(); number < rows; number++) {
            row.start(journal.schema());
            row.setLong(0, number * STEP - random.nextLong(300) * STEP);
            if (random.nextInt(50) > 0) {
                row.setLong(1, random.nextInt(97));
            }
            row.setLong(2, random.nextInt(100));
            row.setLong(3, number % 1000);
            row.setDouble(4, random.nextInt(1000) / 8.0);
            row.setLong(5, random.nextInt(1_000_000));
            row.setDecimal(6, 0, random.nextInt(1_000_000));
            row.setString(7, TEXTS[random.nextInt(TEXTS.length)]);
            row.setBool(8, random.nextInt(3) > 0);
            journal.append(row);
        }
    }

    private static final String[] TEXTS = {
        "",
        "a",
        "a longer text of 25 bytes",
        "\u03b1\u03b2",
        "ten bytes.",
        "a text that is longer than all of the others"
    };

    @Override
    public void close() {
        row.close();
        left.close();
        right.close();
    }
}

package io.tidemark.tools;

import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.RowAppender;
import io.tidemark.row.DataType;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;

/** Makes journals in files whose rolls, ingest times and rows are set by hand. */
final class RolledJournal implements AutoCloseable {
    private final SetTimeProvider clock = new SetTimeProvider(0);
    private final ChronicleJournal journal;
    private final RowAppender appender;

    /** A journal that rolls every second. */
    RolledJournal(Path directory, String schema) {
        this(directory, schema, TestRollCycles.TEST4_SECONDLY, Instant.parse("2024-03-01T09:00:00Z"), 0);
    }

    /**
     * A journal with another roll.
     *
     * @param aheadSeconds by which the clock of the roll is ahead of UTC
     */
    RolledJournal(Path directory, String schema, RollCycle roll, Instant start, int aheadSeconds) {
        clock.currentTimeMillis(start.plusSeconds(aheadSeconds).toEpochMilli());
        journal = ChronicleJournal.at(directory)
                .rollCycle(roll)
                .rollTime(clock)
                .blockSizeBytes(64 << 10)
                .minFreeBytes(0)
                .create(Schema.parse(schema));
        appender = journal.openAppender();
    }

    /** Lets the clock of the roll go on. */
    RolledJournal after(long millis) {
        clock.advanceMillis(millis);
        return this;
    }

    /** Appends a row; values are text for timestamps, decimals and texts. Returns its position. */
    long append(String written, Object... values) {
        RowWriter row = appender.begin();
        Schema schema = journal.schema();
        for (int column = 0; column < values.length; column++) {
            if (values[column] != null) {
                set(row, schema.type(column), column, values[column]);
            }
        }
        return appender.commit(ns(written));
    }

    private static void set(RowWriter row, DataType type, int column, Object value) {
        switch (type.kind()) {
            case BOOL -> row.setBool(column, (Boolean) value);
            case INT -> row.setInt(column, (Integer) value);
            case LONG -> row.setLong(column, ((Number) value).longValue());
            case DOUBLE -> row.setDouble(column, (Double) value);
            case DECIMAL -> row.setDecimal(column, new BigDecimal(value.toString()).setScale(type.scale()));
            case TIMESTAMP -> row.setLong(column, ns(value.toString()));
            case STRING -> row.setString(column, value.toString());
            case BINARY -> row.setBytes(column, (byte[]) value, 0, ((byte[]) value).length);
        }
    }

    static long ns(String time) {
        Instant instant = Instant.parse(time);
        return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
    }

    @Override
    public void close() {
        appender.close();
        journal.close();
    }
}

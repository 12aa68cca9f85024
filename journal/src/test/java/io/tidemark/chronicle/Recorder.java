package io.tidemark.chronicle;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import java.util.ArrayList;
import java.util.List;

/** Keeps what a reader hands over, as text. */
final class Recorder implements RecordHandler {
    final List<String> rows = new ArrayList<>();
    final List<Long> positions = new ArrayList<>();
    final List<Long> ingestTimes = new ArrayList<>();
    final List<String> invalid = new ArrayList<>();
    final List<byte[]> invalidBytes = new ArrayList<>();

    /** Reads to the end in small steps. */
    static Recorder readAll(JournalReader reader) {
        Recorder recorder = new Recorder();
        while (reader.poll(recorder, 3) > 0) {
            continue;
        }
        return recorder;
    }

    @Override
    public void onRow(RowView row) {
        rows.add(row.toString());
        positions.add(row.position());
        ingestTimes.add(row.ingestTimeNs());
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        invalid.add(reason);
        invalidBytes.add((byte[]) record.get(0));
        positions.add(record.position());
        ingestTimes.add(record.ingestTimeNs());
    }
}

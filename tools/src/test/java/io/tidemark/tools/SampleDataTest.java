package io.tidemark.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.tools.csv.CsvImport;
import io.tidemark.tools.csv.ImportReport;
import io.tidemark.tools.csv.ImportTarget;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures are those of data/README.md. */
class SampleDataTest {
    @ParameterizedTest
    @CsvSource({
        "BTCUSD_TRADES, 460765e9515a7fbb0ed7c1aae784c659b64663c7e732330d82c2058e179504d8",
        "EARTHQUAKES, 53a6b23cc458e0cb8edc7f123e0e52aecdba084b656bbae8927ab954f85b3872",
    })
    void shouldBeUnchanged(SampleData data, String sha256) throws IOException, NoSuchAlgorithmException {
        try (InputStream in = data.open()) {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(in.readAllBytes());
            assertEquals(sha256, HexFormat.of().formatHex(digest));
        }
    }

    @Test
    void shouldImportTradesExactly() throws IOException {
        try (MemoryJournal journal = load(SampleData.BTCUSD_TRADES, "read 100000, stored 100000, rejected 0")) {
            BigDecimal amount = BigDecimal.ZERO;
            BigDecimal turnover = BigDecimal.ZERO;
            RowView row = new RowView();
            for (long position = 0; position < journal.size(); position++) {
                journal.read(position, row);
                amount = amount.add(row.getDecimal(2));
                turnover = turnover.add(row.getDecimal(1).multiply(row.getDecimal(2)));
            }
            assertEquals(0, new BigDecimal("175778.65435677").compareTo(amount), amount::toPlainString);
            assertEquals(0, new BigDecimal("168628892.9947683929").compareTo(turnover), turnover::toPlainString);
        }
    }

    @Test
    void shouldImportEarthquakesWithTheirArrivalAsIngestTime() throws IOException {
        try (MemoryJournal journal = load(SampleData.EARTHQUAKES, "read 1707, stored 1707, rejected 0")) {
            BigDecimal magnitudes = BigDecimal.ZERO;
            RowView row = new RowView();
            for (long position = 0; position < journal.size(); position++) {
                BigDecimal magnitude = journal.read(position, row).getDecimal(3);
                magnitudes = magnitude == null ? magnitudes : magnitudes.add(magnitude);
            }
            assertEquals(new BigDecimal("2616.39"), magnitudes);
            journal.read(0, row);
            assertEquals(1_517_365_391_235_000_000L, row.ingestTimeNs());
            assertEquals("81km WNW of Skagway, Alaska", row.getString(5));
        }
    }

    private static MemoryJournal load(SampleData data, String report) throws IOException {
        MemoryJournal journal = MemoryJournal.withIngestTime(data.fileName(), data.schema());
        try (RowWriter row = new RowWriter();
                InputStream in = data.open()) {
            ImportTarget target = new ImportTarget() {
                @Override
                public RowWriter begin() {
                    return row.start(journal.schema());
                }

                @Override
                public void commit(long ingestTimeNs, RowKind kind) {
                    journal.append(row, ingestTimeNs);
                }
            };
            ImportReport imported = new CsvImport(data.settings(), target).run(in, data.fileName());
            assertEquals(report, imported.toString(), imported.rejections()::toString);
        }
        return journal;
    }
}

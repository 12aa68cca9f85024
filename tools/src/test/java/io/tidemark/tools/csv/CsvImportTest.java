package io.tidemark.tools.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvImportTest {
    @TempDir
    Path directory;

    @Test
    void shouldStoreColumnsByTheNamesInTheHeader() {
        try (Imports imports = new Imports("note string, ts timestamp, price decimal(18,8)")) {
            ImportReport report = imports.run(
                    imports.settings().fileColumn("ts", "timestamp").timeFormat("ts", TimeFormat.EPOCH_S),
                    "timestamp,venue,price,note",
                    "1385337600,A,800.010000000000,\"a, \"\"b\"\"\"",
                    "1385337613,B,,");
            assertEquals(
                    List.of(
                            row("a, \"b\"", Instant.parse("2013-11-25T00:00:00Z"), new BigDecimal("800.01000000")),
                            row(null, Instant.parse("2013-11-25T00:00:13Z"), null)),
                    imports.journal.rows());
            assertEquals(List.of(Imports.NOW_NS, Imports.NOW_NS), imports.ingestTimesNs);
            assertEquals(new ImportReport(2, 2, 0, 0, List.of(), List.of("venue")), report);
        }
    }

    @Test
    void shouldNameLineAndReasonOfEachRejectedRow() {
        try (Imports imports = new Imports("a int not null, b decimal(5,2)")) {
            ImportReport report = imports.run(
                    imports.settings(),
                    "a,b",
                    "1,1.5",
                    "x,1.5",
                    "2",
                    "3,4,5",
                    "",
                    "4,1.005",
                    "5,1234.5",
                    "3000000000,1",
                    ",1",
                    "6,\"2",
                    "\"",
                    "7,1.500");
            assertEquals(
                    List.of(
                            new Rejection(3, "column 'a': 'x' is not a whole number."),
                            new Rejection(4, "the row has 1 field instead of 2."),
                            new Rejection(5, "the row has 3 fields instead of 2."),
                            new Rejection(
                                    7, "column 'b': '1.005' has 3 digits after the point, and decimal(5,2) holds 2."),
                            new Rejection(
                                    8, "column 'b': '1234.5' has 4 digits before the point, and decimal(5,2) holds 3."),
                            new Rejection(9, "column 'a': '3000000000' lies outside the range of an int."),
                            new Rejection(10, "column 'a' is null and declared not null."),
                            new Rejection(11, "column 'b': '2\\n' is not a decimal number.")),
                    report.rejections());
            assertEquals("read 10, stored 2, rejected 8", report.toString());
            assertEquals(1, report.blankLines());
            assertEquals(
                    List.of(row(1, new BigDecimal("1.50")), row(7, new BigDecimal("1.50"))), imports.journal.rows());
        }
    }

    @Test
    void shouldCountAllRejectedRowsWhenItKeepsFew() {
        try (Imports imports = new Imports("a int")) {
            String[] lines =
                    IntStream.range(0, 101).mapToObj(i -> i == 0 ? "a" : "x").toArray(String[]::new);
            ImportReport report = imports.run(imports.settings().rejectionsKept(3), lines);
            assertEquals(100, report.rejected());
            assertEquals(
                    List.of(2L, 3L, 4L),
                    report.rejections().stream().map(Rejection::line).toList());
        }
    }

    @Test
    void shouldWriteEveryRejectedRowToTheFile() throws IOException {
        Path file = directory.resolve("rejected.csv");
        try (Imports imports = new Imports("a int, b string")) {
            try (RejectFile rejects = RejectFile.create(file)) {
                new CsvImport(imports.settings().rejectionsKept(0), imports)
                        .rejectsTo(rejects)
                        .run(Files.newInputStream(write("a,b\n1,\"x,y\"\nz,\"x,y\"\n3\n")), "test.csv");
            }
            assertEquals(
                    List.of(
                            "line,reason,a,b",
                            "3,column 'a': 'z' is not a whole number.,z,\"x,y\"",
                            "4,the row has 1 field instead of 2.,3"),
                    Files.readAllLines(file));
        }
    }

    @Test
    void shouldTakeTheIngestTimeFromAColumn() {
        try (Imports imports = new Imports("a int")) {
            ImportReport report = imports.run(
                    imports.settings().ingestTimeColumn("arrival_ms").timeFormat("arrival_ms", TimeFormat.EPOCH_MS),
                    "arrival_ms,a",
                    "1517365391235,1",
                    ",2",
                    "soon,3");
            assertEquals(List.of(1_517_365_391_235_000_000L), imports.ingestTimesNs);
            assertEquals(
                    List.of(
                            new Rejection(3, "column 'arrival_ms' is null and holds the ingest time."),
                            new Rejection(
                                    4, "column 'arrival_ms': 'soon' is not a number of milliseconds since 1970.")),
                    report.rejections());
            assertEquals(List.of(), report.ignoredColumns());
        }
    }

    @Test
    void shouldReadFieldsInOrderWithoutHeader() {
        try (Imports imports = new Imports("a int, b string")) {
            imports.run(
                    imports.settings()
                            .header(false)
                            .delimiter('\t')
                            .nullText("\\N")
                            .trim(true),
                    "1\t x ",
                    "\\N\t");
            assertEquals(List.of(row(1, "x"), row(null, "")), imports.journal.rows());
        }
    }

    @Test
    void shouldPassOverAByteOrderMark() {
        try (Imports imports = new Imports("a int")) {
            imports.run(imports.settings(), "\uFEFFa", "1");
            assertEquals(List.of(row(1)), imports.journal.rows());
        }
    }

    @Test
    void shouldAcceptAHeaderWithoutRows() {
        try (Imports imports = new Imports("a int")) {
            assertEquals(
                    "read 0, stored 0, rejected 0",
                    imports.run(imports.settings(), "a").toString());
        }
    }

    @Test
    void shouldRejectARowThatIsTooLong() {
        try (Imports imports = new Imports("a string")) {
            ImportReport report = imports.run(imports.settings(), "a", "x".repeat(5 << 20), "y");
            assertEquals(1, report.rejected());
            assertTrue(report.rejections().get(0).reason().startsWith("ROW_TOO_LARGE"), report::toString);
            assertEquals(List.of(row("y")), imports.journal.rows());
        }
    }

    @Test
    void shouldRefuseAnEmptyFile() {
        assertRefused(ErrorCode.IMPORT_INVALID, "test.csv is empty", "a int", new byte[0]);
    }

    @Test
    void shouldRefuseAHeaderThatLacksAColumn() {
        assertRefused(
                ErrorCode.IMPORT_INVALID,
                "'b': The header has no column of this name, it has a, c.",
                "a int, b int",
                Imports.text("a,c", "1,2"));
    }

    @Test
    void shouldRefuseAHeaderThatNamesAColumnTwice() {
        assertRefused(
                ErrorCode.IMPORT_INVALID, "'b': The header names this column twice.", "a int", Imports.text("a,b,b"));
    }

    @Test
    void shouldRefuseAQuoteThatIsNeverClosed() {
        assertRefused(
                ErrorCode.IMPORT_INVALID,
                "test.csv opens a quote in line 3 and does not close it",
                "a int, b string",
                Imports.text("a,b", "1,x\"y", "2,\"z", "3,u"));
    }

    @Test
    void shouldRefuseCharactersAfterAClosingQuote() {
        assertRefused(ErrorCode.IMPORT_INVALID, "line 2", "a int, b string", Imports.text("a,b", "1,\"x\"y", "2,z"));
    }

    @Test
    void shouldRefuseBytesThatAreNoText() {
        assertRefused(
                ErrorCode.IMPORT_INVALID,
                "test.csv holds bytes that are no UTF-8 text",
                "a string",
                "a\nK\u00f6ln\n".getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void shouldReadTheNamedCharset() {
        try (Imports imports = new Imports("a string")) {
            imports.run(
                    imports.settings().charset(StandardCharsets.ISO_8859_1),
                    "a\nK\u00f6ln\n".getBytes(StandardCharsets.ISO_8859_1));
            assertEquals(List.of(row("K\u00f6ln")), imports.journal.rows());
        }
    }

    @Test
    void shouldSayThatAFileIsMissing() {
        try (Imports imports = new Imports("a int")) {
            Path missing = directory.resolve("missing.csv");
            CsvImport csv = new CsvImport(imports.settings(), imports);
            TidemarkException refused = assertThrows(TidemarkException.class, () -> csv.run(missing));
            assertEquals(ErrorCode.IO_FAILED, refused.code());
            assertTrue(refused.getMessage().contains("There is no file " + missing), refused::getMessage);
        }
    }

    @Test
    void shouldRefuseSettingsThatDoNotFitTheSchema() {
        try (Imports imports = new Imports("a int, ts timestamp")) {
            assertSetting(ErrorCode.COLUMN_UNKNOWN, imports, imports.settings().fileColumn("x", "y"));
            assertSetting(ErrorCode.COLUMN_UNKNOWN, imports, imports.settings().timeFormat("x", TimeFormat.ISO));
            assertSetting(ErrorCode.TYPE_MISMATCH, imports, imports.settings().timeFormat("a", TimeFormat.ISO));
            assertSetting(
                    ErrorCode.SETTING_INVALID,
                    imports,
                    imports.settings().header(false).fileColumn("a", "b"));
        }
    }

    @Test
    void shouldReportWhatWasStoredBeforeAnError() {
        try (Imports imports = new Imports("a int, b string")) {
            CsvImport csv = new CsvImport(imports.settings(), imports);
            assertThrows(TidemarkException.class, () -> csv.run(write("a,b\n1,x\n?,y\n2,\"z\n3,u\n")));
            assertEquals("read 2, stored 1, rejected 1", csv.report().toString());
        }
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("test.csv"), text);
    }

    private static void assertSetting(ErrorCode code, Imports imports, ImportSettings settings) {
        assertEquals(
                code,
                assertThrows(TidemarkException.class, () -> new CsvImport(settings, imports))
                        .code());
    }

    private static void assertRefused(ErrorCode code, String part, String schema, byte[] text) {
        try (Imports imports = new Imports(schema)) {
            TidemarkException refused =
                    assertThrows(TidemarkException.class, () -> imports.run(imports.settings(), text));
            assertEquals(code, refused.code());
            assertTrue(refused.getMessage().contains(part), refused::getMessage);
        }
    }

    private static List<Object> row(Object... values) {
        return Arrays.asList(values);
    }
}

package io.tidemark.tools.reference;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.Tidemark;
import io.tidemark.operator.DropReason;
import io.tidemark.tools.SampleData;
import io.tidemark.tools.reference.ReferenceRun.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures of {@code data/README.md} on earthquakes in the order of their arrival, up to 160 hours late. */
class EarthquakesReferenceTest {
    @TempDir
    private static Path shared;

    @TempDir
    private Path directory;

    @BeforeAll
    static void importEarthquakes() throws IOException {
        ReferenceRun.importInto(shared.resolve("quakes"), SampleData.EARTHQUAKES);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1160, 158, 544, 3",
        "6, 736, 159, 922, 49",
        "24, 311, 143, 1183, 213",
        "72, 25, 95, 920, 762",
        "168, 0, 0, 0, 1707"
    })
    void shouldCountLateRowsAndFinalWindows(long delayHours, long late, int windows, long rowsInThem, long open) {
        Result result = ReferenceRun.run(
                shared.resolve("quakes"),
                directory.resolve("hours"),
                false,
                quakes -> Tidemark.stream("quakes", quakes)
                        .withWatermark("ts", Duration.ofHours(delayHours))
                        .groupBy(window("ts", Duration.ofHours(1)))
                        .agg(count()));
        assertEquals(late, result.progress().dropped(DropReason.LATE));
        assertEquals(windows, result.rows().size());
        assertEquals(
                rowsInThem,
                result.rows().stream().mapToLong(row -> (Long) row.get(2)).sum());
        assertEquals(1_707, result.progress().rowsRead());
        assertEquals(open, 1_707 - late - rowsInThem);
    }
}

package io.tidemark.benchmarks.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.benchmarks.Benchmarks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PagesAndFirstRowsTest {
    @TempDir
    Path out;

    @Test
    void shouldMeasureFreshPages() throws IOException {
        assertEquals(0, run("fresh-pages", "--rate", "20000", "--seconds", "0.1", "--pairs", "1"));
        assertEquals(2, rows("fresh-pages"));
    }

    @Test
    void shouldMeasureTheFirstRows() {
        assertEquals(0, run("first-rows", "--child", "--rows", "100", "--warm-up-rows", "200"));
    }

    @Test
    void shouldMeasureHugePages() throws IOException {
        assertEquals(0, run("huge-pages", "--mib", "8", "--pairs", "1"));
        assertEquals(1, rows("huge-pages"));
    }

    private int run(String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 2);
        all[arguments.length] = "--out";
        all[arguments.length + 1] = out.toString();
        return Benchmarks.run(all);
    }

    private int rows(String name) throws IOException {
        return new ObjectMapper()
                .readTree(out.resolve(name + ".json").toFile())
                .get("rows")
                .size();
    }
}

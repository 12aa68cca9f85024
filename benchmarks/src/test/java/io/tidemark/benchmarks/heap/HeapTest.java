package io.tidemark.benchmarks.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

class HeapTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(Heap.Work.class)
    void shouldCountBytesOfSomeRows(Heap.Work work) throws IOException {
        assertEquals(0, new CommandLine(new Heap()).execute("--rows=20000", "--work=" + work, "--out=" + directory));
        assertTrue(new ObjectMapper()
                .readTree(directory.resolve("heap.json").toFile())
                .path("notes")
                .has("bytesPerRow"));
    }
}

package io.tidemark.tools.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A CSV file of all rejected rows: line, reason, and the fields as they stood. One thread. */
public final class RejectFile implements AutoCloseable {
    private final Path path;
    private final CsvWriter writer;

    private RejectFile(Path path, CsvWriter writer) {
        this.path = path;
        this.writer = writer;
    }

    /**
     * Opens the file, empty.
     *
     * @throws TidemarkException {@code IO_FAILED}
     */
    public static RejectFile create(Path path) {
        try {
            return new RejectFile(path, CsvWriter.builder().build(path));
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    void header(List<String> fieldNames) {
        write("line", "reason", fieldNames);
    }

    void add(Rejection rejection, List<String> fields) {
        write(Long.toString(rejection.line()), rejection.reason(), fields);
    }

    private void write(String first, String second, List<String> more) {
        List<String> fields = new ArrayList<>(more.size() + 2);
        fields.add(first);
        fields.add(second);
        fields.addAll(more);
        try {
            writer.writeRecord(fields);
        } catch (UncheckedIOException e) {
            throw failed(path, e.getCause());
        }
    }

    private static TidemarkException failed(Path path, IOException cause) {
        return new TidemarkException(
                ErrorCode.IO_FAILED,
                "Writing rejected rows to " + path + " failed: " + cause + ".",
                "Name a file in a directory that exists and has space and permission.",
                cause);
    }

    @Override
    public void close() {
        try {
            writer.close();
        } catch (IOException e) {
            throw failed(path, e);
        }
    }
}

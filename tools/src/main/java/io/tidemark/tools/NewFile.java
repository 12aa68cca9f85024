package io.tidemark.tools;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file of results in UTF-8 that appears when it is whole, and replaces none. */
final class NewFile {
    private static final String UNFINISHED = ".unfinished";

    private NewFile() {}

    /** Writes the file; nothing of it is left when the body fails. */
    static void write(Path file, ResultOutput.Body body) throws IOException {
        requireNew(file);
        Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
        boolean done = false;
        try {
            try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(unfinished));
                    Writer out = new OutputStreamWriter(stream, StandardCharsets.UTF_8)) {
                body.write(out);
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            done = true;
        } finally {
            if (!done) {
                Files.deleteIfExists(unfinished);
            }
        }
    }

    /**
     * Refuses a file that exists.
     *
     * @throws TidemarkException {@code IO_FAILED}
     */
    static void requireNew(Path file) {
        if (Files.exists(file)) {
            throw new TidemarkException(
                    ErrorCode.IO_FAILED, "File " + file + " exists.", "Name a new file, or delete that one first.");
        }
    }
}

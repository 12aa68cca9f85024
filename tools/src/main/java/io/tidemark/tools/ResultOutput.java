package io.tidemark.tools;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Results on standard output, in UTF-8. That its reader goes away is no failure: it has seen enough. */
final class ResultOutput {
    private static final int BUFFER_CHARS = 1 << 16;

    private ResultOutput() {}

    /** Writes results. */
    @FunctionalInterface
    interface Body {
        /** Writes them; what is left is flushed afterwards. */
        void write(Writer out) throws IOException;
    }

    /** Runs a body; every failure of writing but a broken pipe is thrown. */
    static void to(OutputStream stream, Body body) throws IOException {
        Writer out = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), BUFFER_CHARS);
        try {
            body.write(out);
            out.flush();
        } catch (IOException e) {
            if (!isBrokenPipe(e)) {
                throw e;
            }
        }
    }

    private static boolean isBrokenPipe(IOException e) {
        return e.getMessage() != null && e.getMessage().toLowerCase(Locale.ROOT).contains("pipe");
    }
}

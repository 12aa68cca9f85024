package io.tidemark.chronicle;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A reader that a journal keeps its files for.
 *
 * @param name what it is called, also the name of its file
 * @param position of the last record that it is done with, or {@link JournalReader#NO_POSITION}: the file of that record is kept, so that it
 *     can go on behind it
 * @param updatedMs when it said so, milliseconds since 1970
 * @param expiresAfterMs for how long after that files are kept for it
 */
public record RegisteredReader(String name, long position, long updatedMs, long expiresAfterMs) {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int FORMAT = 1;

    /** Whether files are not kept for it any more. */
    public boolean isExpired(long nowMs) {
        return nowMs - updatedMs > expiresAfterMs;
    }

    String toJson() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("format", FORMAT);
            json.writeStringField("name", name);
            json.writeNumberField("position", position);
            json.writeNumberField("updatedMs", updatedMs);
            json.writeNumberField("expiresAfterMs", expiresAfterMs);
            json.writeEndObject();
        }
        return text + "\n";
    }

    /** @throws TidemarkException {@code JOURNAL_INVALID} naming the file, {@code IO_FAILED} */
    static RegisteredReader read(Path file) {
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw new TidemarkException(
                    ErrorCode.IO_FAILED,
                    "File '" + file + "' cannot be read: " + e + ".",
                    "Check the disk and the permissions.",
                    e);
        }
        try (JsonParser json = FACTORY.createParser(text)) {
            return read(json);
        } catch (IOException e) {
            throw new TidemarkException(
                    ErrorCode.JOURNAL_INVALID,
                    "File '" + file + "' does not say what a reader still needs: " + e.getMessage() + ".",
                    "Let the reader register again, or delete the file if there is no such reader any more.",
                    e);
        }
    }

    private static RegisteredReader read(JsonParser json) throws IOException {
        String name = null;
        long[] numbers = {0, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE};
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw new IOException("it is no object");
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            json.nextToken();
            switch (field) {
                case "format" -> numbers[0] = json.getLongValue();
                case "name" -> name = json.getText();
                case "position" -> numbers[1] = json.getLongValue();
                case "updatedMs" -> numbers[2] = json.getLongValue();
                case "expiresAfterMs" -> numbers[3] = json.getLongValue();
                default -> throw new IOException("it has an unknown field '" + field + "'");
            }
        }
        if (json.currentToken() != JsonToken.END_OBJECT || numbers[0] != FORMAT || name == null || lacks(numbers)) {
            throw new IOException("a field is missing, or the format is not " + FORMAT);
        }
        return new RegisteredReader(name, numbers[1], numbers[2], numbers[3]);
    }

    private static boolean lacks(long[] numbers) {
        for (long number : numbers) {
            if (number == Long.MIN_VALUE) {
                return true;
            }
        }
        return false;
    }
}

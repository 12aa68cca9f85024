package io.tidemark.checkpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * A manifest as JSON text. The text ends with {@code ,\n  "checksum" : "xxxxxxxx"\n}\n}, where the eight digits are the CRC-32C of all bytes before that
 * comma; the end must be exactly so, hence a change of any byte is seen.
 */
final class ManifestJson {
    static final int FORMAT = 1;

    private static final JsonFactory JSON =
            JsonFactory.builder().disable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    private static final String END_BEFORE = ",\n  \"checksum\" : \"";
    private static final String END_AFTER = "\"\n}\n";
    private static final int END_BYTES = END_BEFORE.length() + 8 + END_AFTER.length();

    private ManifestJson() {}

    static byte[] encode(Manifest manifest) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(4096);
        JsonGenerator json = JSON.createGenerator(bytes);
        DefaultIndenter lines = new DefaultIndenter("  ", "\n");
        json.setPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(lines));
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT);
        json.writeStartObject();
        json.writeNumberField("format", FORMAT);
        json.writeNumberField("number", manifest.number());
        json.writeStringField("query", manifest.query());
        json.writeStringField("fingerprint", manifest.fingerprint());
        json.writeStringField("stateFormat", manifest.stateFormat());
        json.writeNumberField("createdAtMs", manifest.createdAtMs());
        commit(json, manifest.commit());
        files(json, "chain", manifest.chain());
        files(json, "fallback", manifest.fallback());
        json.close();
        bytes.writeBytes(end(bytes.toByteArray(), bytes.size()));
        return bytes.toByteArray();
    }

    /**
     * Reads a manifest.
     *
     * @param name name of the file, for messages
     */
    static Manifest decode(String name, byte[] bytes) throws IOException {
        int length = bytes.length - END_BYTES;
        if (length < 0) {
            throw new DamagedFileException(name, bytes.length, "it ends too early");
        }
        byte[] end = Arrays.copyOfRange(bytes, length, bytes.length);
        byte[] expected = end(bytes, length);
        int differs = Arrays.mismatch(end, expected);
        if (differs >= 0) {
            boolean checksum = differs >= END_BEFORE.length() && differs < END_BEFORE.length() + 8;
            throw checksum
                    ? new DamagedFileException(name, 0, "its checksum is not that of its text")
                    : new DamagedFileException(name, (long) length + differs, "it does not end with its checksum");
        }
        return new ManifestParser(name).parse(JSON.createParser(withEnd(bytes, length)));
    }

    private static byte[] withEnd(byte[] bytes, int length) {
        byte[] text = Arrays.copyOf(bytes, length + 1);
        text[length] = '}';
        return text;
    }

    private static byte[] end(byte[] bytes, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, length);
        String digits = HexFormat.of().toHexDigits((int) checksum.getValue());
        return (END_BEFORE + digits + END_AFTER).getBytes(StandardCharsets.US_ASCII);
    }

    private static void commit(JsonGenerator json, Commit commit) throws IOException {
        json.writeObjectFieldStart("commit");
        longs(json, "positions", commit.positions());
        mark(json, "order", commit.order());
        mark(json, "output", commit.output());
        json.writeObjectFieldStart("drops");
        for (Map.Entry<String, Commit.Mark> drop : new TreeMap<>(commit.drops()).entrySet()) {
            mark(json, drop.getKey(), drop.getValue());
        }
        json.writeEndObject();
        if (commit.last() != null) {
            json.writeObjectFieldStart("last");
            json.writeNumberField("source", commit.last().source());
            json.writeNumberField("position", commit.last().position());
            json.writeNumberField("ingestTimeNs", commit.last().ingestTimeNs());
            json.writeEndObject();
        }
        json.writeArrayFieldStart("counters");
        for (List<Long> counters : commit.counters()) {
            longs(json, counters);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void mark(JsonGenerator json, String field, Commit.Mark mark) throws IOException {
        if (mark != null) {
            json.writeFieldName(field);
            mark(json, mark);
        }
    }

    private static void mark(JsonGenerator json, Commit.Mark mark) throws IOException {
        json.writeStartObject();
        json.writeNumberField("sequence", mark.sequence());
        json.writeNumberField("position", mark.position());
        json.writeEndObject();
    }

    private static void longs(JsonGenerator json, String field, List<Long> values) throws IOException {
        json.writeFieldName(field);
        longs(json, values);
    }

    private static void longs(JsonGenerator json, List<Long> values) throws IOException {
        json.writeStartArray();
        for (long value : values) {
            json.writeNumber(value);
        }
        json.writeEndArray();
    }

    private static void files(JsonGenerator json, String field, List<Manifest.StateFile> files) throws IOException {
        json.writeArrayFieldStart(field);
        for (Manifest.StateFile file : files) {
            json.writeStartObject();
            json.writeStringField("name", file.name());
            json.writeNumberField("bytes", file.bytes());
            json.writeStringField("crc32c", HexFormat.of().toHexDigits(file.checksum()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}

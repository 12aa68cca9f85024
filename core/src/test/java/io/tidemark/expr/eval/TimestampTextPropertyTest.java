package io.tidemark.expr.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;

/** Times as text, both ways, against java.time. */
class TimestampTextPropertyTest {
    private static final long MEMORY = OffHeap.allocate(256);
    private static final String MINUTE = "2024-02-29T12:34";

    private final TimestampText parser = new TimestampText();
    private final BytesView view = new BytesView();

    @AfterContainer
    static void free() {
        OffHeap.free(MEMORY);
    }

    @Property(tries = 150)
    void shouldWriteAndReadEveryTime(@ForAll long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            long nanos = random.nextLong() >> random.nextInt(64);
            nanos -= i % 3 == 0 ? nanos % 1_000_000_000L : i % 3 == 1 ? nanos % 1_000_000L : 0;
            Instant instant = instant(nanos);
            String text = view.wrap(MEMORY, TimestampText.format(nanos, MEMORY)).toString();
            assertEquals(instant.toString(), text);
            assertEquals(instant, parse(text));
        }
    }

    @Property(tries = 150)
    void shouldAgreeWithTheJdkOnDamagedTexts(@ForAll long seed) {
        Random random = new Random(seed);
        String alphabet = "0123456789-:.TZ+ ";
        for (int i = 0; i < 200; i++) {
            StringBuilder text = new StringBuilder(instant(random.nextLong()).toString());
            int changes = random.nextInt(3);
            for (int change = 0; change < changes; change++) {
                char c = alphabet.charAt(random.nextInt(alphabet.length()));
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.setCharAt(at, c);
                    case 1 -> text.insert(at, c);
                    default -> text.deleteCharAt(at);
                }
            }
            Object expected;
            try {
                expected = TextReading.read(text.toString().strip(), DataType.TIMESTAMP, IllegalStateException::new);
            } catch (IllegalStateException e) {
                expected = null;
            }
            assertEquals(expected, parse(text.toString()), text::toString);
        }
    }

    @Example
    void shouldReadTheFormsOfIso8601() {
        assertEquals(Instant.parse("2024-02-29T00:00:00Z"), parse("2024-02-29"));
        assertEquals(Instant.parse("2024-02-29T12:34:00Z"), parse(MINUTE));
        assertEquals(Instant.parse("2024-02-29T12:34:56Z"), parse("2024-02-29 12:34:56"));
        assertEquals(Instant.parse("2024-02-29T12:34:56.100Z"), parse(MINUTE + ":56.1"));
        assertEquals(Instant.parse("2024-02-29T12:34:56.123456789Z"), parse(MINUTE + ":56.123456789z"));
        assertEquals(Instant.parse("2024-02-29T11:04:56Z"), parse(MINUTE + ":56+01:30"));
        assertEquals(Instant.parse("2024-02-29T14:34:56Z"), parse(MINUTE + ":56-02"));
        assertEquals(Instant.parse("2024-03-01T06:34:56Z"), parse(MINUTE + ":56-1800"));
        assertEquals(Instant.parse("1677-09-21T00:12:43.145224192Z"), parse("1677-09-21T00:12:43.145224192Z"));
        assertEquals(Instant.parse("2262-04-11T23:47:16.854775807Z"), parse(" 2262-04-11T23:47:16.854775807Z "));
    }

    @Example
    void shouldRefuseWhatIsNoTime() {
        String[] none = {
            "",
            " ",
            "2024",
            "2024-02",
            "2023-02-29",
            "1900-02-29",
            "2024-13-01",
            "2024-00-01",
            "2024-04-31",
            "2024-02-29Z",
            "2024-02-29T",
            "2024-02-29T24:00",
            "2024-02-29T12",
            MINUTE + ":60",
            MINUTE + ":56.",
            MINUTE + ":56.1234567890",
            MINUTE + ":56+19",
            MINUTE + ":56+18:01",
            MINUTE + ":56+1",
            MINUTE + ":56Zx",
            "24-02-29",
            "2024/02/29",
            "02024-01-01",
            "1677-09-21T00:12:43.145224191Z",
            "2262-04-11T23:47:16.854775808Z",
            "9999-12-31T23:59:59Z",
            "now"
        };
        for (String text : none) {
            assertFalse(parser.parse(put(text)), text);
        }
        assertTrue(parser.parse(put("2000-02-29")));
    }

    private Instant parse(String text) {
        return parser.parse(put(text)) ? instant(parser.valueNs()) : null;
    }

    private static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
    }

    private BytesView put(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        OffHeap.copyIn(bytes, 0, MEMORY, bytes.length);
        return view.wrap(MEMORY, bytes.length);
    }
}

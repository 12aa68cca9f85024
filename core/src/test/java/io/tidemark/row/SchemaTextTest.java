package io.tidemark.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SchemaTextTest {
    private static final DataType[] TYPES = {
        DataType.BOOL, DataType.LONG, DataType.decimal(38, 2), DataType.TIMESTAMP, DataType.STRING
    };

    @Provide
    Arbitrary<Set<String>> names() {
        Arbitrary<String> nasty =
                Arbitraries.of(" ", ",", "`", "``", "'", "\"", "(", ")", "\n", "\u00A0", "not null", "é", "日");
        Arbitrary<String> plain = Arbitraries.strings().alpha().ofMaxLength(3);
        Arbitrary<String> any = Arbitraries.strings().ofMaxLength(3);
        return Arbitraries.oneOf(nasty, plain, any)
                .list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .map(parts -> String.join("", parts))
                .filter(name -> !name.isEmpty())
                .list()
                .ofMinSize(1)
                .ofMaxSize(5)
                .map(LinkedHashSet::new);
    }

    @Property(tries = 2000)
    void shouldReadBackWhatItWrites(@ForAll("names") Set<String> names, @ForAll int seed) {
        List<Field> fields = new ArrayList<>();
        for (String name : names) {
            fields.add(new Field(name, TYPES[Math.floorMod(seed + fields.size(), TYPES.length)], seed % 3 == 0));
        }
        String text = Schema.of(fields).toString();
        assertEquals(fields, Schema.parse(text).fields(), text);
    }

    @Example
    void shouldQuoteOnlyNamesThatNeedIt() {
        Schema schema = Schema.of(
                new Field("a", DataType.LONG, true),
                new Field("unit price", DataType.decimal(18, 8), false),
                new Field("a`b,c", DataType.STRING, true));
        assertEquals("a long, `unit price` decimal(18,8) not null, `a``b,c` string", schema.toString());
        assertEquals(schema, Schema.parse(" a  long ,`unit price` decimal( 18 , 8 )  NOT  NULL,`a``b,c`\tstring "));
    }

    @Example
    void shouldRefuseTextThatIsNoListOfColumns() {
        for (String text : List.of(
                "",
                " ",
                ",",
                ",,",
                "a",
                "a long,",
                "a long,,b long",
                ",a long",
                "`` long",
                "`a long",
                "`a`long",
                "`a`",
                "a long b")) {
            TidemarkException e = assertThrows(TidemarkException.class, () -> Schema.parse(text), text);
            assertEquals(ErrorCode.SCHEMA_INVALID, e.code(), text);
        }
    }

    @Example
    void shouldRefuseASchemaWithoutColumnsOrNames() {
        TidemarkException none =
                assertThrows(TidemarkException.class, () -> Schema.builder().build());
        assertEquals(ErrorCode.SCHEMA_INVALID, none.code());
        TidemarkException unnamed = assertThrows(
                TidemarkException.class,
                () -> Schema.builder().int64("a").bool("").build());
        assertEquals(ErrorCode.SCHEMA_INVALID, unnamed.code());
        assertEquals("Column 1 has an empty name.", unnamed.problems().get(0).reason());
    }

    @Example
    void shouldNameTheArgumentThatIsNull() {
        assertEquals(
                "text",
                assertThrows(NullPointerException.class, () -> Schema.parse(null))
                        .getMessage());
        assertEquals(
                "name",
                assertThrows(
                                NullPointerException.class,
                                () -> Schema.parse("a long").indexOf(null))
                        .getMessage());
        assertEquals(
                "text",
                assertThrows(NullPointerException.class, () -> DataType.parse(null))
                        .getMessage());
        assertEquals(
                "text",
                assertThrows(NullPointerException.class, () -> SchemaJson.read((String) null))
                        .getMessage());
    }
}

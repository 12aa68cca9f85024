package io.tidemark.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SchemaJsonTest {
    private static final Schema ALL = Schema.parse("b bool, i int, l long, d double, m decimal(18,8), w decimal(38,10),"
            + " ts timestamp not null, s string, x binary");
    private static final String ALL_TEXT = "{\"format\":1,\"columns\":["
            + "{\"name\":\"b\",\"type\":\"bool\",\"nullable\":true},"
            + "{\"name\":\"i\",\"type\":\"int\",\"nullable\":true},"
            + "{\"name\":\"l\",\"type\":\"long\",\"nullable\":true},"
            + "{\"name\":\"d\",\"type\":\"double\",\"nullable\":true},"
            + "{\"name\":\"m\",\"type\":\"decimal(18,8)\",\"nullable\":true},"
            + "{\"name\":\"w\",\"type\":\"decimal(38,10)\",\"nullable\":true},"
            + "{\"name\":\"ts\",\"type\":\"timestamp\",\"nullable\":false},"
            + "{\"name\":\"s\",\"type\":\"string\",\"nullable\":true},"
            + "{\"name\":\"x\",\"type\":\"binary\",\"nullable\":true}]}";

    @Test
    void shouldWriteEveryType() {
        assertEquals(ALL_TEXT, SchemaJson.write(ALL));
    }

    @Test
    void shouldReadEveryType() {
        assertEquals(ALL, SchemaJson.read(ALL_TEXT));
    }

    @Test
    void shouldReadMembersInAnyOrderAndTakeColumnsAsNullableWhereNothingIsSaid() {
        String text = "{ \"columns\" : [ {\"type\":\"long\",\n\"name\":\"a \\\"b\\\"\"} ], \"format\" : 1 }\n";
        assertEquals(Schema.of(new Field("a \"b\"", DataType.LONG, true)), SchemaJson.read(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~                                                                             | object",
                "~[1]~                                                                          | object",
                "~{\"format\":1}~                                                               | 'columns' is missing",
                "~{\"columns\":[]}~                                                             | 'format' is missing",
                "~{\"format\":2,\"columns\":[]}~                                                | format 2",
                "~{\"format\":\"1\",\"columns\":[]}~                                            | whole number",
                "~{\"format\":1,\"columns\":{}}~                                                | array",
                "~{\"format\":1,\"columns\":[7]}~                                               | object",
                "~{\"format\":1,\"columns\":[{\"name\":\"a\"}]}~                                | 'type'",
                "~{\"format\":1,\"columns\":[{\"type\":\"int\"}]}~                              | 'name'",
                "~{\"format\":1,\"columns\":[{\"name\":1,\"type\":\"int\"}]}~                   | 'name' must be a text",
                "~{\"format\":1,\"columns\":[{\"name\":\"a\",\"type\":null}]}~                  | 'type' must be a text",
                "~{\"format\":1,\"columns\":[{\"name\":\"a\",\"type\":\"float\"}]}~             | 'float'",
                "~{\"format\":1,\"columns\":[{\"name\":\"a\",\"type\":\"int\",\"nullable\":1}]}~| true or false",
                "~{\"format\":1,\"columns\":[{\"name\":\"a\",\"type\":\"int\",\"key\":true}]}~  | 'key'",
                "~{\"format\":1,\"columns\":[],\"version\":3}~                                  | 'version'",
                "~{\"format\":1,\"columns\":[]} {}~                                             | more text",
                "~{\"format\":1,\"columns\":[~                                                  | not JSON",
                "~{\"format\":1,\"format\":1,\"columns\":[]}~                                   | not JSON",
                "~{\"format\":1,\"columns\":[{\"name\":\"a\",\"type\":\"int\"},{\"name\":\"a\",\"type\":\"int\"}]}~ | twice",
            })
    void shouldRefuseWhatIsNotASchema(String text, String reason) {
        TidemarkException e = assertThrows(TidemarkException.class, () -> SchemaJson.read(text == null ? "" : text));
        assertEquals(ErrorCode.SCHEMA_INVALID, e.code());
        assertTrue(e.getMessage().contains(reason), e.getMessage());
    }
}

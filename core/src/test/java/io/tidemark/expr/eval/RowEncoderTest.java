package io.tidemark.expr.eval;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.Field;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is encoded has the bytes that a row writer gives the same values, null or not. */
class RowEncoderTest {
    @Test
    void shouldEncodeColumnsOfFixedLengthAsARowWriterDoes() {
        List<Field> fixed = RandomExpressions.SCHEMA.fields().stream()
                .filter(field -> !field.type().isVariableLength())
                .toList();
        assertEquals(15, fixed.size());
        compare(fixed, new ReflectiveNodeFactory());
        compare(fixed, new PinningNodeFactory());
        compare(fixed.subList(0, 1), new PinningNodeFactory());
    }

    @Test
    void shouldEncodeTextsAndMoreColumnsThanAWordHasBitsAsARowWriterDoes() {
        compare(RandomExpressions.SCHEMA.fields(), new PinningNodeFactory());
        List<Field> many = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            many.add(RandomExpressions.SCHEMA.field(i % 2 == 0 ? 2 : 4));
        }
        compare(many, new ReflectiveNodeFactory());
    }

    @Test
    void shouldEncodeARowWithoutColumnsAsNothing() {
        try (RowEncoder encoder = RowEncoder.of(List.of(), Schema.of(List.of()), new PinningNodeFactory())) {
            encoder.encodeNulls();
            assertEquals(0, encoder.length());
        }
    }

    @Test
    void shouldSetTheNullBitOfEveryColumnAndNoOther() {
        List<Field> fields = List.of(RandomExpressions.SCHEMA.field(0), RandomExpressions.SCHEMA.field(2));
        try (RowEncoder encoder = encoder(fields, new ReflectiveNodeFactory())) {
            encoder.encodeNulls();
            assertEquals(0b11, OffHeap.getLong(encoder.address()));
            assertEquals(24, encoder.length());
        }
    }

    private static void compare(List<Field> fields, NodeFactory nodes) {
        RandomExpressions random = new RandomExpressions(7);
        try (RowEncoder encoder = encoder(fields, nodes);
                RowWriter in = new RowWriter();
                RowWriter expected = new RowWriter()) {
            for (int i = 0; i < 500; i++) {
                Object[] values = random.row();
                RowView row = Rows.write(in, RandomExpressions.SCHEMA, values);
                encoder.encode(row);
                expected.start(schema(fields));
                for (int column = 0; column < fields.size(); column++) {
                    expected.copy(
                            column,
                            row,
                            RandomExpressions.SCHEMA.indexOf(fields.get(column).name()));
                }
                RowView whole = expected.finish();
                assertArrayEquals(
                        bytes(whole.address(), whole.length()),
                        bytes(encoder.address(), encoder.length()),
                        () -> Arrays.toString(values));
            }
        }
    }

    private static RowEncoder encoder(List<Field> fields, NodeFactory nodes) {
        EvaluatorCompiler compiler = new EvaluatorCompiler(RandomExpressions.SCHEMA, true);
        List<TypedEvaluator> evaluators = fields.stream()
                .map(field -> compiler.compile(new ColumnRef(field.name()), nodes))
                .toList();
        return RowEncoder.of(evaluators, schema(fields), nodes);
    }

    /** The same columns under names that differ. */
    private static Schema schema(List<Field> fields) {
        List<Field> named = new ArrayList<>();
        for (Field field : fields) {
            named.add(new Field("c" + named.size(), field.type(), field.nullable()));
        }
        return Schema.of(named);
    }

    private static byte[] bytes(long address, int length) {
        byte[] bytes = new byte[length];
        OffHeap.copyOut(address, bytes, 0, length);
        return bytes;
    }
}

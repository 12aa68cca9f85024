package io.tidemark.expr.eval;

import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.Cast;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;
import io.tidemark.row.Field;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Well-typed expressions and rows from a seed. */
final class RandomExpressions {
    static final Schema SCHEMA =
            Schema.parse("i int, j int not null, l long, m long not null, d double, e double not null,"
                    + " p decimal(9,2), q decimal(18,6) not null, w decimal(38,10), v decimal(30,0) not null, u decimal(38,38),"
                    + " b bool, c bool not null, t timestamp, k timestamp not null, s string, r string not null");

    private static final String[] COMPARISONS = {"=", "!=", "<", "<=", ">", ">=", "<=>"};
    private static final String[] ARITHMETIC = {"+", "-", "*", "/", "%"};
    private static final Kind[] NUMBERS = {Kind.INT, Kind.LONG, Kind.DOUBLE, Kind.DECIMAL};
    private static final String[] UNITS = {
        "microsecond", "millisecond", "second", "minute", "hour", "day", "week", "month", "quarter", "year"
    };
    private static final String[] PATTERNS = {
        "",
        "%",
        "_",
        "a%",
        "%a",
        "%1%",
        "_%_",
        "%e_",
        "__",
        "Stra_e%",
        "%\\%",
        "\\_%",
        "%-__-%",
        "\uD83D\uDE00_",
        "%%x%%"
    };
    private static final String[] TEXTS = {
        "a%",
        "_-\n-_ ",
        "aXaXa",
        "",
        "a",
        "B",
        "1",
        "-17",
        "3.75",
        "1e3",
        "true",
        "NO",
        "2024-02-29",
        "1969-12-31T23:59:59.999999999Z",
        "2262-04-11 23:47:16.854775807",
        "2024-13-01",
        "Straße ΑΣ",
        "\uD83D\uDE00é",
        " 42 ",
        "99999999999",
        "NaN",
        "zz"
    };

    private final Random random;

    RandomExpressions(long seed) {
        random = new Random(seed);
    }

    Object[] row() {
        Object[] row = new Object[SCHEMA.size()];
        for (int i = 0; i < row.length; i++) {
            Field field = SCHEMA.field(i);
            row[i] = field.nullable() && random.nextInt(3) == 0 ? null : value(field.type());
        }
        return row;
    }

    /** An expression of any type. */
    Expression any(int depth) {
        Kind[] kinds = {Kind.BOOL, Kind.INT, Kind.LONG, Kind.DOUBLE, Kind.DECIMAL, Kind.TIMESTAMP, Kind.STRING};
        return of(kinds[random.nextInt(kinds.length)], depth);
    }

    private Expression of(Kind kind, int depth) {
        if (depth <= 0) {
            return leaf(kind);
        }
        if (random.nextInt(4) == 0) {
            return common(kind, depth - 1);
        }
        return switch (kind) {
            case BOOL -> bool(depth - 1);
            case INT, LONG -> random.nextInt(5) == 0 ? cast(kind, depth - 1) : integer(kind, depth - 1);
            case DOUBLE, DECIMAL ->
                random.nextInt(5) == 0
                        ? random.nextBoolean() ? rounded(kind, depth - 1) : cast(kind, depth - 1)
                        : random.nextInt(6) == 0
                                ? call(random.nextBoolean() ? "neg" : "abs", of(kind, depth - 1))
                                : call(pick(ARITHMETIC), of(kind, depth - 1), narrower(kind, depth - 1));
            case TIMESTAMP ->
                switch (random.nextInt(4)) {
                    case 0 -> cast(kind, depth - 1);
                    case 2 -> call("date_trunc", text(pick(UNITS)), of(kind, depth - 1));
                    case 1 -> call("to_timestamp", of(Kind.STRING, depth - 1));
                    default -> call("add_time", of(kind, depth - 1), new Literal(random.nextLong(), DataType.LONG));
                };
            case STRING ->
                switch (random.nextInt(8)) {
                    case 4, 5, 6, 7 -> partOf(depth - 1);
                    case 0 -> textOf(depth - 1);
                    case 1 -> call("upper", of(kind, depth - 1));
                    case 2 -> call("lower", of(kind, depth - 1));
                    default -> call("concat", of(kind, depth - 1), of(kind, depth - 1), leaf(kind));
                };
            case BINARY -> throw new AssertionError();
        };
    }

    /** Functions that take any kind. */
    private Expression common(Kind kind, int depth) {
        Expression first = of(kind, depth);
        return switch (random.nextInt(5)) {
            case 4 -> call(random.nextBoolean() ? "least" : "greatest", first, same(kind, depth), same(kind, depth));
            case 0 -> call("if", of(Kind.BOOL, depth), first, same(kind, depth));
            case 1 ->
                call("case", of(Kind.BOOL, depth), first, of(Kind.BOOL, depth), same(kind, depth), same(kind, depth));
            case 2 -> call("coalesce", first, same(kind, depth), leaf(kind));
            default -> call("nullif", first, comparable(kind, depth));
        };
    }

    private Expression integer(Kind kind, int depth) {
        return switch (random.nextInt(10)) {
            case 8 -> rounded(kind, depth);
            case 9 ->
                kind == Kind.INT
                        ? call(random.nextBoolean() ? "instr" : "position", of(Kind.STRING, depth), piece(depth))
                        : call(
                                random.nextBoolean() ? "floor" : "ceil",
                                of(random.nextBoolean() ? Kind.DOUBLE : Kind.INT, depth));
            case 0 -> call("neg", of(kind, depth));
            case 1 -> call("abs", of(kind, depth));
            case 7 -> kind == Kind.INT ? call("length", of(Kind.STRING, depth)) : call("floor", of(kind, depth));
            default -> {
                String[] operators = {"+", "-", "*", "%"};
                yield call(pick(operators), of(kind, depth), of(kind == Kind.LONG ? integerKind() : kind, depth));
            }
        };
    }

    private Expression bool(int depth) {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length - 1)];
        String[] tests = {"starts_with", "ends_with", "contains"};
        return switch (random.nextInt(11)) {
            case 9 -> call("like", of(Kind.STRING, depth), text(pick(PATTERNS)));
            case 10 -> call(pick(tests), of(Kind.STRING, depth), piece(depth));
            case 0 -> call("and", of(Kind.BOOL, depth), of(Kind.BOOL, depth));
            case 1 -> call("or", of(Kind.BOOL, depth), of(Kind.BOOL, depth));
            case 2 -> call("not", of(Kind.BOOL, depth));
            case 3 -> call(random.nextBoolean() ? "is_null" : "is_not_null", of(kind, depth));
            case 4 -> call("in", of(kind, depth), comparable(kind, depth), comparable(kind, depth), leaf(kind));
            case 5 -> call("between", of(kind, depth), comparable(kind, depth), comparable(kind, depth));
            case 6 -> cast(Kind.BOOL, depth);
            default -> call(pick(COMPARISONS), of(kind, depth), comparable(kind, depth));
        };
    }

    private Expression rounded(Kind kind, int depth) {
        Expression input = of(kind, depth);
        if (kind == Kind.DECIMAL && random.nextInt(3) == 0) {
            return call(random.nextBoolean() ? "floor" : "ceil", input);
        }
        return random.nextInt(4) == 0
                ? call("round", input)
                : call("round", input, new Literal(random.nextInt(30) - 14, DataType.INT));
    }

    private Expression partOf(int depth) {
        String[] trims = {"trim", "ltrim", "rtrim"};
        Expression text = of(Kind.STRING, depth);
        Expression length = call("%", of(Kind.INT, depth), new Literal(15, DataType.INT));
        return switch (random.nextInt(6)) {
            case 0 -> call(pick(trims), text);
            case 1 -> call("substring", text, of(integerKind(), depth));
            case 2 -> call("substring", text, length, of(integerKind(), depth));
            case 3 -> call("replace", text, piece(depth), of(Kind.STRING, depth));
            case 4 -> call(random.nextBoolean() ? "lpad" : "rpad", text, length, piece(depth));
            default ->
                call("split_part", text, piece(depth), new Literal(pickNumber(-3, -2, -1, 1, 2, 3), DataType.INT));
        };
    }

    /** A short text that stands in others now and then. */
    private Expression piece(int depth) {
        return random.nextInt(3) == 0
                ? of(Kind.STRING, depth)
                : text(pick(new String[] {"", "a", "X", "-", "1", "\uD83D\uDE00"}));
    }

    private int pickNumber(int... numbers) {
        return numbers[random.nextInt(numbers.length)];
    }

    private static Expression text(String value) {
        return new Literal(value, DataType.STRING);
    }

    private Expression cast(Kind kind, int depth) {
        Kind from = NUMBERS[random.nextInt(NUMBERS.length)];
        if (random.nextInt(3) == 0) {
            from = kind == Kind.BOOL || random.nextBoolean()
                    ? Kind.STRING
                    : kind == Kind.TIMESTAMP ? Kind.LONG : Kind.BOOL;
        } else if (random.nextInt(4) == 0 && kind != Kind.BOOL) {
            from = Kind.TIMESTAMP;
        }
        return new Cast(of(from, depth), type(kind));
    }

    /** Not of a double: its text has a test of its own. */
    private Expression textOf(int depth) {
        Kind[] kinds = {Kind.BOOL, Kind.INT, Kind.LONG, Kind.DECIMAL, Kind.TIMESTAMP};
        return new Cast(of(kinds[random.nextInt(kinds.length)], depth), DataType.STRING);
    }

    private Expression same(Kind kind, int depth) {
        return of(kind, random.nextInt(depth + 1));
    }

    private Expression comparable(Kind kind, int depth) {
        boolean number = kind == Kind.INT || kind == Kind.LONG || kind == Kind.DOUBLE || kind == Kind.DECIMAL;
        return of(number && random.nextBoolean() ? NUMBERS[random.nextInt(4)] : kind, random.nextInt(depth + 1));
    }

    private Expression narrower(Kind kind, int depth) {
        Kind other = random.nextBoolean() ? kind : integerKind();
        return of(kind == Kind.DOUBLE && random.nextInt(4) == 0 ? Kind.DECIMAL : other, depth);
    }

    private Kind integerKind() {
        return random.nextBoolean() ? Kind.INT : Kind.LONG;
    }

    private Expression leaf(Kind kind) {
        List<Field> fields = SCHEMA.fields().stream()
                .filter(field -> field.type().kind() == kind)
                .toList();
        if (random.nextInt(4) > 0) {
            return new ColumnRef(fields.get(random.nextInt(fields.size())).name());
        }
        DataType type = type(kind);
        return new Literal(random.nextInt(8) == 0 ? null : value(type), type);
    }

    private DataType type(Kind kind) {
        if (kind == Kind.DECIMAL) {
            int precision = 1 + random.nextInt(38);
            return DataType.decimal(precision, random.nextInt(precision + 1));
        }
        return DataType.parse(kind.name());
    }

    private Object value(DataType type) {
        boolean edge = random.nextInt(4) == 0;
        return switch (type.kind()) {
            case BOOL -> random.nextBoolean();
            case INT ->
                edge
                        ? new int[] {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}[random.nextInt(5)]
                        : random.nextInt(21) - 10;
            case LONG ->
                edge
                        ? new long[] {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 53, Integer.MAX_VALUE + 1L}
                                [random.nextInt(7)]
                        : random.nextLong() >> random.nextInt(64);
            case DOUBLE ->
                edge
                        ? new double[] {
                                    0.0,
                                    -0.0,
                                    Double.NaN,
                                    Double.POSITIVE_INFINITY,
                                    Double.NEGATIVE_INFINITY,
                                    1e300,
                                    0.5,
                                    -2.5
                                }
                                [random.nextInt(8)]
                        : (random.nextInt(2001) - 1000) / 8.0;
            case DECIMAL -> {
                BigInteger limit = BigInteger.TEN.pow(random.nextInt(type.precision()) + 1);
                BigInteger value = edge
                        ? limit.subtract(BigInteger.ONE)
                        : new BigInteger(limit.bitLength() + 8, random).mod(limit);
                yield new BigDecimal(random.nextBoolean() ? value : value.negate(), type.scale());
            }
            case TIMESTAMP -> {
                long nanos = edge
                        ? new long[] {0, -1, Long.MAX_VALUE, Long.MIN_VALUE}[random.nextInt(4)]
                        : random.nextLong() >> random.nextInt(30);
                yield Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
            }
            case STRING -> TEXTS[random.nextInt(TEXTS.length)];
            case BINARY -> throw new AssertionError();
        };
    }

    private String pick(String[] names) {
        return names[random.nextInt(names.length)];
    }

    private static Expression call(String function, Expression... arguments) {
        return new Call(function, new ArrayList<>(List.of(arguments)));
    }
}

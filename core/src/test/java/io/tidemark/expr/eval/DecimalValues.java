package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Numbers from a seed, many of them at the edges: powers of two and ten, their halves, and the neighbours of these. */
final class DecimalValues {
    private static final BigInteger MAX = BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);
    private static final BigInteger LIMIT = BigInteger.TEN.pow(38);
    private static final List<BigInteger> EDGES = edges();

    private final Random random;

    DecimalValues(long seed) {
        random = new Random(seed);
    }

    /** Any 128-bit integer. */
    BigInteger any() {
        if (random.nextBoolean()) {
            return EDGES.get(random.nextInt(EDGES.size()));
        }
        BigInteger value = new BigInteger(random.nextInt(128), random);
        return random.nextBoolean() ? value : value.negate();
    }

    /** At most 38 digits. */
    BigInteger digits38() {
        BigInteger value = any();
        while (value.abs().compareTo(LIMIT) >= 0) {
            value = any();
        }
        return value;
    }

    /** Any decimal of up to 38 digits and a scale of 0 to 38. */
    BigDecimal decimal() {
        return new BigDecimal(digits38(), random.nextInt(39));
    }

    /** Any decimal type. */
    DataType type() {
        int precision = random.nextInt(4) == 0 ? 38 : 1 + random.nextInt(38);
        return DataType.decimal(precision, random.nextInt(precision + 1));
    }

    int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    long bits() {
        return random.nextLong();
    }

    private static List<BigInteger> edges() {
        List<BigInteger> edges =
                new ArrayList<>(List.of(MAX, MAX.not(), MAX.not().add(BigInteger.ONE)));
        for (int power = 0; power <= 38; power++) {
            addNear(edges, BigInteger.TEN.pow(power));
            addNear(edges, BigInteger.TEN.pow(power).shiftRight(1));
            addNear(
                    edges,
                    BigInteger.TEN.pow(power).multiply(BigInteger.valueOf(15)).min(MAX.subtract(BigInteger.ONE)));
        }
        for (int bits : new int[] {31, 32, 33, 52, 53, 54, 62, 63, 64, 65, 95, 96, 97, 126}) {
            addNear(edges, BigInteger.ONE.shiftLeft(bits));
        }
        return edges;
    }

    private static void addNear(List<BigInteger> edges, BigInteger value) {
        for (int delta = -1; delta <= 1; delta++) {
            BigInteger near = value.add(BigInteger.valueOf(delta));
            edges.add(near);
            edges.add(near.negate());
        }
    }
}

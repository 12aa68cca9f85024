package io.tidemark.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How much an operator keeps at most: a sum of products of numbers. Some are known from the plan; the others have names, and whoever declares them gets the
 * bytes.
 *
 * @param terms the summands
 */
public record StateBound(List<Term> terms) {
    /** What the index of a table takes for each row, about. */
    public static final long INDEX_BYTES = 16;

    /** Nothing is kept. */
    public static final StateBound NONE = new StateBound(List.of());

    /** Copies the list. */
    public StateBound {
        terms = List.copyOf(terms);
    }

    /** One product. */
    public static StateBound of(long rowBytes, boolean text, Factor... factors) {
        return new StateBound(List.of(new Term(List.of(factors), rowBytes, text)));
    }

    /** This and another one together. */
    public StateBound and(StateBound other) {
        List<Term> all = new ArrayList<>(terms);
        all.addAll(other.terms);
        return new StateBound(all);
    }

    /** The bound as a formula. */
    public String formula() {
        return terms.isEmpty() ? "0 B" : terms.stream().map(Term::formula).collect(Collectors.joining(" + "));
    }

    /**
     * Bytes, or -1 when a number is not known.
     *
     * @param declared numbers by the names of the factors
     */
    public long bytes(Map<String, Long> declared) {
        long sum = 0;
        for (Term term : terms) {
            long bytes = term.bytes(declared);
            if (bytes < 0) {
                return -1;
            }
            sum = saturated(sum + bytes);
        }
        return sum;
    }

    /** Names of the numbers that nobody has declared. */
    public List<String> missing(Map<String, Long> declared) {
        return terms.stream()
                .flatMap(term -> term.factors.stream())
                .filter(factor -> factor.value < 0 && !declared.containsKey(factor.name))
                .map(Factor::name)
                .distinct()
                .toList();
    }

    private static long saturated(long sum) {
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /**
     * A product.
     *
     * @param factors what is multiplied
     * @param rowBytes bytes of one row, without texts
     * @param text whether texts of the row come on top
     */
    public record Term(List<Factor> factors, long rowBytes, boolean text) {
        /** Copies the list. */
        public Term {
            factors = List.copyOf(factors);
        }

        String formula() {
            String bytes = text ? "(" + (rowBytes + INDEX_BYTES) + " B + texts)" : rowBytes + INDEX_BYTES + " B";
            return factors.stream()
                            .map(Factor::text)
                            .collect(Collectors.joining(" x ", "", factors.isEmpty() ? "" : " x "))
                    + bytes;
        }

        long bytes(Map<String, Long> declared) {
            long product = rowBytes + INDEX_BYTES;
            for (Factor factor : factors) {
                long value = factor.value >= 0 ? factor.value : declared.getOrDefault(factor.name, -1L);
                if (value < 0) {
                    return -1;
                }
                long high = Math.multiplyHigh(product, value);
                product = product * value;
                if (high != 0 || product < 0) {
                    return Long.MAX_VALUE;
                }
            }
            return product;
        }
    }

    /**
     * A number of a product.
     *
     * @param name what is counted
     * @param value the number, or -1 when only the user can know it
     */
    public record Factor(String name, long value) {
        /** A number that only the user can know. */
        public static Factor declared(String name) {
            return new Factor(name, -1);
        }

        /** A number that follows from the plan. */
        public static Factor known(String name, long value) {
            return new Factor(name, value);
        }

        String text() {
            return value < 0 ? name : value + " " + name;
        }
    }
}

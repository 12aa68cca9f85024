package io.tidemark.operator;

import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.Cast;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.Schema;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What the columns that reach an operator are: each as an expression over columns of sources and results of operators with state, so that a column
 * that was renamed on its way is the same and one that is computed in another way is not.
 */
public final class Lineage {
    private static final int LONGEST = 500;

    private final List<Map<String, String>> inputs;
    private final UnaryOperator<String> functions;

    /**
     * The lineage of one operator.
     *
     * @param inputs for each input what each of its columns is
     * @param functions puts the version to the name of a function of the user's own
     */
    public Lineage(List<Map<String, String>> inputs, UnaryOperator<String> functions) {
        this.inputs = List.copyOf(inputs);
        this.functions = functions;
    }

    /** The same for one input alone. */
    public Lineage of(int input) {
        return new Lineage(List.of(inputs.get(input)), functions);
    }

    /** The same for all inputs together, by the names of their columns. */
    public Lineage all() {
        Map<String, String> merged = new LinkedHashMap<>();
        inputs.forEach(merged::putAll);
        return new Lineage(List.of(merged), functions);
    }

    /** What a column of the first input is. */
    public String column(String name) {
        return inputs.get(0).getOrDefault(name, name);
    }

    /** What all columns of the first input are, in order. */
    public List<String> columns(Schema schema) {
        return schema.names().stream().map(this::column).toList();
    }

    /** The name of a function with its version, if it is one of the user's own. */
    public String function(String name) {
        return functions.apply(name);
    }

    /** What an expression over the first input is. */
    public String meaning(Expression expression) {
        return shortened(text(expression));
    }

    /** What the columns are that an expression reads, by their names. */
    public Map<String, String> reads(Expression expression) {
        Map<String, String> found = new LinkedHashMap<>();
        collect(expression, found);
        return found;
    }

    /** A text, or its hash where it is long. */
    public static String shortened(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "#" + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private String text(Expression expression) {
        if (expression instanceof ColumnRef column) {
            return column(column.name());
        } else if (expression instanceof Literal literal) {
            return literal + " " + literal.type();
        } else if (expression instanceof Cast cast) {
            return "cast(" + meaning(cast.input()) + " as " + cast.type() + ")";
        }
        Call call = (Call) expression;
        return functions.apply(call.function())
                + call.arguments().stream().map(this::meaning).collect(Collectors.joining(", ", "(", ")"));
    }

    private void collect(Expression expression, Map<String, String> found) {
        if (expression instanceof ColumnRef column) {
            found.put(column.name(), column(column.name()));
        } else if (expression instanceof Cast cast) {
            collect(cast.input(), found);
        } else if (expression instanceof Call call) {
            List<Expression> arguments = new ArrayList<>(call.arguments());
            arguments.forEach(one -> collect(one, found));
        }
    }
}

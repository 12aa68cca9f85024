package io.tidemark.operator;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Column;
import io.tidemark.expr.Expression;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One of the things that give the state of an operator its meaning, such as its keys or its window. State that was built under one value of a trait
 * is compared with the value of now, by name.
 *
 * @param name what it is: {@code window}
 * @param shown its value as it was written, for people: {@code 5m}
 * @param meaning its value with columns traced back to where they come from; what is compared
 * @param rule what a difference means
 * @param amount the value of a {@link Rule#LONGER}, else 0
 * @param types types of the values in state, in order; empty where types say nothing more
 * @param reads the columns that it reads and what they are, to name the one that changed
 */
public record Trait(
        String name,
        String shown,
        String meaning,
        Rule rule,
        long amount,
        List<DataType> types,
        Map<String, String> reads) {
    /** What a difference means. */
    public enum Rule {
        /** State keeps its meaning. */
        HARMLESS,
        /** A greater amount leaves state right, a smaller one needs a decision; another meaning needs one too. */
        LONGER,
        /** State was built under another rule: somebody has to decide what becomes of it. */
        DECISION,
        /** State cannot be read any more. */
        REBUILD,
        /** Whole rows: columns may get a wider type of the same bytes; after any other change they cannot be read any more. */
        ROWS,
        /** One of several of its kind, such as an aggregate: added, dropped or renamed ones leave the others right. */
        MEMBER
    }

    /** Copies the list and the map. */
    public Trait {
        types = List.copyOf(types);
        reads = Map.copyOf(reads);
    }

    /** A setting. */
    public static Trait setting(String name, Object value, Rule rule) {
        return new Trait(name, String.valueOf(value), String.valueOf(value), rule, 0, List.of(), Map.of());
    }

    /** A span of time that may become longer. */
    public static Trait span(String name, long spanNs) {
        return new Trait(name, SpanText.of(spanNs), "span", Rule.LONGER, spanNs, List.of(), Map.of());
    }

    /** An expression over the first input of a lineage; null is none. */
    public static Trait expression(String name, Expression expression, Lineage lineage, Rule rule) {
        return expression == null
                ? setting(name, "none", rule)
                : new Trait(
                        name,
                        expression.toString(),
                        lineage.meaning(expression),
                        rule,
                        0,
                        List.of(),
                        lineage.reads(expression));
    }

    /** Expressions whose values are kept, such as keys, with their types. */
    public static Trait values(String name, List<Expression> values, List<DataType> types, Lineage lineage, Rule rule) {
        List<String> shown = new ArrayList<>();
        Map<String, String> reads = new LinkedHashMap<>();
        for (int i = 0; i < values.size(); i++) {
            shown.add(values.get(i) + " " + types.get(i));
            reads.putAll(lineage.reads(values.get(i)));
        }
        List<String> meanings = values.stream().map(lineage::meaning).toList();
        return new Trait(name, shown.toString(), meanings.toString(), rule, 0, types, reads);
    }

    /** Columns whose values are kept, as they are named. */
    public static Trait columns(String name, List<Column> columns, List<DataType> types, Lineage lineage) {
        return values(name, columns.stream().map(Column::expression).toList(), types, lineage, Rule.REBUILD);
    }

    /** Whole rows that are kept. */
    public static Trait rows(String name, Schema schema, Lineage lineage) {
        List<Expression> columns = new ArrayList<>();
        List<DataType> types = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            columns.add(new Expression.ColumnRef(schema.field(i).name()));
            types.add(schema.type(i));
        }
        return values(name, columns, types, lineage, Rule.ROWS);
    }

    /** An aggregate whose state is kept. */
    public static Trait member(Aggregate aggregate, List<DataType> types, Lineage lineage) {
        Map<String, String> reads = new LinkedHashMap<>();
        List<Expression> all = new ArrayList<>(aggregate.arguments());
        List<String> meanings =
                aggregate.arguments().stream().map(lineage::meaning).toList();
        String filter = "";
        if (aggregate.filter() != null) {
            all.add(aggregate.filter());
            filter = " where " + lineage.meaning(aggregate.filter());
        }
        all.forEach(one -> reads.putAll(lineage.reads(one)));
        String meaning = lineage.function(aggregate.function()) + meanings + filter;
        return new Trait(aggregate.outputName(), aggregate.call(), meaning, Rule.MEMBER, 0, types, reads);
    }

    /** The same with another rule. */
    public Trait with(Rule other) {
        return new Trait(name, shown, meaning, other, amount, types, reads);
    }
}

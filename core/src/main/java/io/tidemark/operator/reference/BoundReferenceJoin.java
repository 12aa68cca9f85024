package io.tidemark.operator.reference;

import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Cast;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.eval.BoolEvaluator;
import io.tidemark.expr.eval.ColumnWriter;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.OneZero;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.Lineage;
import io.tidemark.operator.Operator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.RowConsumer;
import io.tidemark.operator.StateBound;
import io.tidemark.operator.StateBound.Factor;
import io.tidemark.operator.StreamType;
import io.tidemark.operator.Trait;
import io.tidemark.operator.Trait.Rule;
import io.tidemark.operator.reference.ReferenceMatch.Pair;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.TableSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A join with a table whose names and types are known.
 *
 * @param keyTypes types in which the sides of each pair meet
 * @param joined columns of both and perhaps the version, or null where nothing is written or asked of them
 */
record BoundReferenceJoin(
        ReferenceJoin node, BindScope scope, List<DataType> keyTypes, StreamType joined, StreamType output)
        implements BoundOperator {
    @Override
    public boolean stateful() {
        return true;
    }

    @Override
    public List<Trait> traits(Lineage lineage) {
        List<Trait> traits = new ArrayList<>();
        Lineage table = lineage.of(ReferenceJoin.TABLE);
        List<Expression> keys =
                node.tableKeys().stream().<Expression>map(ColumnRef::new).toList();
        traits.add(Trait.values("table keys", keys, tableKeyTypes(), table, Rule.REBUILD));
        List<Expression> streamValues =
                node.match().pairs().stream().map(Pair::stream).toList();
        List<Expression> tableValues =
                node.match().pairs().stream().map(Pair::table).toList();
        traits.add(Trait.values("table values", tableValues, keyTypes, table, Rule.REBUILD));
        traits.add(Trait.values("stream values", streamValues, keyTypes, lineage.of(0), Rule.DECISION));
        Expression condition = node.match().condition();
        traits.add(Trait.expression("condition", condition, lineage.all(), Rule.DECISION));
        traits.add(Trait.setting("type", node.joinType(), Rule.DECISION));
        traits.add(Trait.setting("version column", node.version(), Rule.HARMLESS));
        traits.add(Trait.rows("table rows", table().schema(), table));
        return traits;
    }

    @Override
    public List<String> origins(Lineage lineage) {
        List<String> origins =
                new ArrayList<>(lineage.of(0).columns(scope.input().schema()));
        if (node.joinType().pairs()) {
            origins.addAll(lineage.of(ReferenceJoin.TABLE).columns(table().schema()));
            if (!node.version().isEmpty()) {
                origins.add("");
            }
        }
        return origins;
    }

    /** A row of the stream is answered at its turn, once, in every output mode. */
    @Override
    public boolean spreadsEmission() {
        return false;
    }

    @Override
    public String describe() {
        String rows = node.tableKeys().isEmpty() ? "all rows" : "the latest row by " + node.tableKeys();
        return node.joinType().name().toLowerCase(Locale.ROOT).replace('_', ' ') + " join with " + rows
                + " of a table that is read first, on " + node.match();
    }

    /** As large as the table is; no time bounds it. */
    @Override
    public StateBound stateBound() {
        Schema table = table().schema();
        Schema key = keySchema(keyTypes);
        Factor rows = node.maxRows() == ReferenceJoin.UNLIMITED
                ? Factor.declared("table rows")
                : Factor.known("table rows", node.maxRows());
        long row = ReferenceRows.ROW_AT + table.fixedBytes() + ReferenceRows.VALUE_BYTES + key.fixedBytes();
        StateBound bound = StateBound.of(row, table.isVariableLength() || key.isVariableLength(), rows);
        if (node.tableKeys().isEmpty() || joinsByTableKey()) {
            return bound;
        }
        Schema tableKey = keySchema(tableKeyTypes());
        long entry = LatestRowsByOtherKey.VALUE_BYTES + tableKey.fixedBytes();
        return bound.and(StateBound.of(entry, tableKey.isVariableLength(), rows));
    }

    @Override
    public Operator create(OperatorContext context, RowConsumer next) {
        NodeFactory nodes = context.nodes();
        List<Expression> streamKeys =
                node.match().pairs().stream().map(Pair::stream).toList();
        Schema keySchema = keySchema(keyTypes);
        context.state().describeKeys(keySchema);
        ReferenceRows rows = new ReferenceRows(
                context.state().entries("rows", ReferenceRows.VALUE_BYTES, keyBytes(keySchema)),
                table().schema(),
                new RowView(),
                node.maxRows());
        Partners partners = new Partners(
                key(scope, streamKeys, keyTypes, nodes),
                rows,
                joined == null ? null : joined.schema(),
                scope.input().schema().size(),
                !node.version().isEmpty(),
                condition(nodes),
                new RowWriter());
        StreamSide stream = node.joinType().pairs()
                ? nodes.<StreamSide>create(
                        PairedRows.class, partners, node.joinType() == ReferenceJoin.Type.LEFT_OUTER, context, next)
                : nodes.<StreamSide>create(
                        SelectedRows.class, partners, node.joinType() == ReferenceJoin.Type.LEFT_ANTI, context, next);
        return nodes.<Operator>create(
                ReferenceJoinOperator.class, stream, tableSide(rows, context, nodes), context, next);
    }

    private TableSide tableSide(ReferenceRows rows, OperatorContext context, NodeFactory nodes) {
        BindScope over = scope.over(table());
        List<Expression> tableKeys =
                node.match().pairs().stream().map(Pair::table).toList();
        JoinKey joinKey = key(over, tableKeys, keyTypes, nodes);
        if (node.tableKeys().isEmpty()) {
            return nodes.<TableSide>create(AllRows.class, joinKey, rows, context);
        }
        if (joinsByTableKey()) {
            return nodes.<TableSide>create(LatestRows.class, joinKey, rows, context);
        }
        List<Expression> columns =
                node.tableKeys().stream().<Expression>map(ColumnRef::new).toList();
        List<DataType> types = tableKeyTypes();
        return nodes.<TableSide>create(
                LatestRowsByOtherKey.class,
                key(over, columns, types, nodes),
                joinKey,
                context.state().entries("keys", LatestRowsByOtherKey.VALUE_BYTES, keyBytes(keySchema(types))),
                rows,
                context);
    }

    /** Whether the columns that have to be equal are just the key of the table, so that no two rows of it are equal there. */
    private boolean joinsByTableKey() {
        Set<String> joins = new HashSet<>();
        for (int i = 0; i < keyTypes.size(); i++) {
            if (!(node.match().pairs().get(i).table() instanceof ColumnRef column)
                    || !scope.over(table()).typeOf(column).equals(keyTypes.get(i))) {
                return false;
            }
            joins.add(column.name());
        }
        return joins.equals(new HashSet<>(node.tableKeys()));
    }

    private List<DataType> tableKeyTypes() {
        Schema schema = table().schema();
        return node.tableKeys().stream()
                .map(key -> schema.type(schema.index(key)))
                .toList();
    }

    private StreamType table() {
        return scope.inputs().get(ReferenceJoin.TABLE);
    }

    private BoolEvaluator condition(NodeFactory nodes) {
        Expression condition = node.match().condition();
        return condition == null
                ? null
                : scope.over(joined).compile(condition, nodes).asBool();
    }

    private static JoinKey key(BindScope over, List<Expression> values, List<DataType> types, NodeFactory nodes) {
        List<TypedEvaluator> evaluators = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Expression value = values.get(i);
            Expression cast = over.typeOf(value).equals(types.get(i)) ? value : new Cast(value, types.get(i));
            // Equal keys must have equal bytes; NaN is made one by the row writer.
            evaluators.add(OneZero.of(over.compile(cast, nodes), nodes));
        }
        return new JoinKey(keySchema(types), ColumnWriter.ofAll(evaluators, nodes), new RowWriter());
    }

    private static Schema keySchema(List<DataType> types) {
        return Schema.of(IntStream.range(0, types.size())
                .mapToObj(i -> new Field("key" + i, types.get(i), true))
                .toList());
    }

    private static int keyBytes(Schema schema) {
        return schema.isVariableLength() ? TableSpec.VARIABLE : schema.fixedBytes();
    }
}

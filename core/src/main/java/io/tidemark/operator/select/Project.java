package io.tidemark.operator.select;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Column;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.eval.RowEncoder;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.ChainOperator;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.Lineage;
import io.tidemark.operator.Operator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.OperatorNode;
import io.tidemark.operator.RowConsumer;
import io.tidemark.operator.StreamType;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeProvenance;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Computes columns from each row. A bare column keeps what it has to do with the watermark; an expression over it does not.
 *
 * @param columns result columns in order
 * @param keepInput whether the columns of the input come first; a result of the same name then takes the place of the old one
 */
public record Project(List<Column> columns, boolean keepInput) implements OperatorNode {
    /** Copies the columns. */
    public Project {
        columns = List.copyOf(columns);
    }

    @Override
    public String kind() {
        return "project";
    }

    @Override
    public Set<EdgeKind> accepts() {
        return EnumSet.allOf(EdgeKind.class);
    }

    @Override
    public BoundOperator bind(BindScope scope) {
        List<Column> all = keepInput ? withInput(scope.input().schema()) : columns;
        List<Field> fields = new ArrayList<>();
        List<TimeProvenance> times = new ArrayList<>();
        Set<String> names = new HashSet<>();
        if (all.isEmpty()) {
            scope.problem(ErrorCode.QUERY_INCOMPLETE, "", "No column is selected.", "Name at least one column.");
        }
        for (Column column : all) {
            if (!names.add(column.outputName())) {
                scope.problem(
                        ErrorCode.COLUMN_DUPLICATE,
                        column.outputName(),
                        "Two result columns have this name.",
                        "Give one of them another name with as(...).");
            }
            DataType type = scope.typeOf(column.expression());
            if (type != null) {
                fields.add(new Field(column.outputName(), type, scope.nullable(column.expression())));
                times.add(provenance(column, scope.input()));
            }
        }
        if (scope.failed()) {
            return null;
        }
        StreamType input = scope.input();
        return new Bound(scope, all, input.with(Schema.of(fields), times));
    }

    private List<Column> withInput(Schema schema) {
        List<Column> all = new ArrayList<>();
        for (Field field : schema.fields()) {
            all.add(new Column(new ColumnRef(field.name()), field.name()));
        }
        for (Column column : columns) {
            int index = schema.indexOf(column.outputName());
            if (index >= 0) {
                all.set(index, column);
            } else {
                all.add(column);
            }
        }
        return all;
    }

    private static TimeProvenance provenance(Column column, StreamType input) {
        if (column.expression() instanceof ColumnRef ref) {
            return input.times().get(input.schema().index(ref.name()));
        }
        boolean time = column.expression() instanceof Call call
                && call.function().equals("window_time")
                && call.arguments().get(0) instanceof ColumnRef end
                && input.times().get(input.schema().index(end.name())) == TimeProvenance.WINDOW_END;
        return time ? TimeProvenance.EXACT : TimeProvenance.NONE;
    }

    private record Bound(BindScope scope, List<Column> columns, StreamType output) implements BoundOperator {
        @Override
        public boolean stateful() {
            return false;
        }

        @Override
        public List<String> origins(Lineage lineage) {
            return columns.stream()
                    .map(column -> lineage.meaning(column.expression()))
                    .toList();
        }

        @Override
        public String describe() {
            return columns.stream().map(Column::toString).collect(Collectors.joining(", "));
        }

        @Override
        public Operator create(OperatorContext context, RowConsumer next) {
            List<TypedEvaluator> evaluators = new ArrayList<>();
            for (Column column : columns) {
                evaluators.add(scope.compile(column.expression(), context.nodes()));
            }
            RowEncoder encoder = RowEncoder.of(evaluators, output.schema(), context.nodes());
            return context.nodes().create(Running.class, output.schema(), encoder, context, next);
        }
    }

    /** The running projection. */
    static final class Running implements ChainOperator {
        private final Schema schema;
        private final RowEncoder columns;
        private final OperatorCounters counters;
        private final RowConsumer next;
        private final RowView out = new RowView();

        Running(Schema schema, RowEncoder columns, OperatorContext context, RowConsumer next) {
            this.schema = schema;
            this.columns = columns;
            this.counters = context.counters();
            this.next = next;
        }

        @Override
        public void onRow(RowView row) {
            counters.rowIn();
            columns.encode(row);
            counters.rowAccepted();
            counters.rowOut();
            next.onRow(out.wrap(schema, columns.address(), columns.length()).originOf(row));
        }

        @Override
        public void onWatermark(long watermarkNs, RowView cause) {
            next.onWatermark(watermarkNs, cause);
        }

        @Override
        public void onCut(RowView cause) {
            next.onCut(cause);
        }

        @Override
        public void close() {
            columns.close();
        }
    }
}

package io.tidemark.operator.select;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Expression;
import io.tidemark.expr.eval.BoolEvaluator;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.ChainOperator;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.Lineage;
import io.tidemark.operator.Operator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.OperatorNode;
import io.tidemark.operator.RowConsumer;
import io.tidemark.operator.StreamType;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.time.Watermark;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Keeps the rows for which a condition is true: not false, not null. The others are counted as {@link DropReason#FILTERED}.
 *
 * @param condition a truth value over the input
 */
public record Filter(Expression condition) implements OperatorNode {
    @Override
    public String kind() {
        return "filter";
    }

    @Override
    public Set<EdgeKind> accepts() {
        return EnumSet.allOf(EdgeKind.class);
    }

    @Override
    public BoundOperator bind(BindScope scope) {
        DataType type = scope.typeOf(condition);
        if (type != null && !type.equals(DataType.BOOL)) {
            scope.problem(
                    ErrorCode.TYPE_MISMATCH,
                    condition.toString(),
                    "A filter needs a truth value and this is a " + type + ".",
                    "Compare it with something, or cast it to bool.");
        }
        return scope.failed() ? null : new Bound(scope, condition);
    }

    @Override
    public StreamType outputDespiteProblems(StreamType input) {
        return input;
    }

    private record Bound(BindScope scope, Expression condition) implements BoundOperator {
        @Override
        public StreamType output() {
            return scope.input();
        }

        @Override
        public List<String> origins(Lineage lineage) {
            return lineage.columns(scope.input().schema());
        }

        @Override
        public boolean stateful() {
            return false;
        }

        @Override
        public String describe() {
            return "where " + condition;
        }

        @Override
        public Operator create(OperatorContext context, RowConsumer next) {
            BoolEvaluator evaluator = scope.compile(condition, context.nodes()).asBool();
            return context.nodes().create(Running.class, evaluator, context, next);
        }
    }

    /** The running filter. */
    static final class Running implements ChainOperator {
        private final BoolEvaluator condition;
        private final OperatorContext context;
        private final OperatorCounters counters;
        private final RowConsumer next;

        Running(BoolEvaluator condition, OperatorContext context, RowConsumer next) {
            this.condition = condition;
            this.context = context;
            this.counters = context.counters();
            this.next = next;
        }

        @Override
        public void onRow(RowView row) {
            counters.rowIn();
            if (condition.test(row) == BoolEvaluator.TRUE) {
                counters.rowAccepted();
                counters.rowOut();
                next.onRow(row);
            } else {
                context.drop(row, DropReason.FILTERED, Watermark.NONE);
            }
        }

        @Override
        public void onWatermark(long watermarkNs, RowView cause) {
            next.onWatermark(watermarkNs, cause);
        }

        @Override
        public void onCut(RowView cause) {
            next.onCut(cause);
        }
    }
}

package io.tidemark.operator.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.Operator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorNode;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.QuerySettings;
import io.tidemark.operator.RowConsumer;
import io.tidemark.operator.StreamType;
import io.tidemark.plan.Analyzer;
import io.tidemark.plan.PlanNode;
import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the rows of the inputs may do to their results. */
class ReferenceEdgesTest {
    private static final List<String> BY_KEY = List.of("b");
    private static final List<String> ALL = List.of();

    @Test
    void shouldRefuseAStreamThatTakesRowsBack() {
        assertEquals(refused(), problems(EdgeKind.UPSERT, EdgeKind.APPEND, BY_KEY, OutputMode.UPDATE));
        assertEquals(refused(), problems(EdgeKind.RETRACT, EdgeKind.APPEND, ALL, OutputMode.UPDATE));
    }

    /** In complete mode each cut brings out the whole result, which meets the table of that moment. */
    @Test
    void shouldTakeWholeResults() {
        assertEquals(List.of(), problems(EdgeKind.UPSERT, EdgeKind.APPEND, ALL, OutputMode.COMPLETE));
    }

    @Test
    void shouldTakeRowsThatReplaceOthersInATableWithAKey() {
        assertEquals(List.of(), problems(EdgeKind.APPEND, EdgeKind.UPSERT, BY_KEY, OutputMode.APPEND));
        assertEquals(List.of(), problems(EdgeKind.APPEND, EdgeKind.RETRACT, BY_KEY, OutputMode.APPEND));
        assertEquals(refused(), problems(EdgeKind.APPEND, EdgeKind.UPSERT, ALL, OutputMode.APPEND));
    }

    @Test
    void shouldTakeRowsThatAreTakenBackInATableOfAllRows() {
        assertEquals(List.of(), problems(EdgeKind.APPEND, EdgeKind.RETRACT, ALL, OutputMode.APPEND));
    }

    private static List<ErrorCode> refused() {
        return List.of(ErrorCode.CHANGELOG_MISMATCH);
    }

    private static List<ErrorCode> problems(EdgeKind stream, EdgeKind table, List<String> keys, OutputMode mode) {
        ReferenceJoin join = new ReferenceJoin(
                ReferenceJoin.Type.INNER, keys, ReferenceMatch.on("a", "b"), "", ReferenceJoin.UNLIMITED);
        PlanNode plan = new PlanNode.Step(join, "", List.of(input("a", stream), input("b", table)));
        List<Problem> problems = new ArrayList<>();
        new Analyzer(QuerySettings.defaults().withMode(mode), problems).analyze(plan);
        return problems.stream().map(Problem::code).toList();
    }

    private static PlanNode input(String column, EdgeKind edge) {
        Schema schema = Schema.parse(column + " long");
        return new PlanNode.Step(new Edge(edge), column + "-edge", List.of(new PlanNode.Source(column, schema, false)));
    }

    /** Says that its rows do something to their result. */
    private record Edge(EdgeKind edge) implements OperatorNode {
        @Override
        public String kind() {
            return "edge";
        }

        @Override
        public BoundOperator bind(BindScope scope) {
            return new Bound(scope.input().with(edge));
        }
    }

    private record Bound(StreamType output) implements BoundOperator {
        @Override
        public boolean stateful() {
            return false;
        }

        @Override
        public String describe() {
            return "";
        }

        @Override
        public Operator create(OperatorContext context, RowConsumer next) {
            throw new UnsupportedOperationException("it is only bound");
        }
    }
}

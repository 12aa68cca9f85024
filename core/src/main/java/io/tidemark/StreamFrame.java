package io.tidemark;

import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Column;
import io.tidemark.expr.Functions;
import io.tidemark.expr.Spans;
import io.tidemark.expr.Window;
import io.tidemark.function.UserFunctions;
import io.tidemark.operator.OperatorNode;
import io.tidemark.operator.QuerySettings;
import io.tidemark.operator.dedup.Deduplicate;
import io.tidemark.operator.join.JoinType;
import io.tidemark.operator.reference.ReferenceJoin;
import io.tidemark.operator.reference.ReferenceMatch;
import io.tidemark.operator.select.Filter;
import io.tidemark.operator.select.Project;
import io.tidemark.operator.union.Union;
import io.tidemark.operator.watermark.ClockGuard;
import io.tidemark.operator.watermark.WithWatermark;
import io.tidemark.plan.Analyzer;
import io.tidemark.plan.BoundPlan;
import io.tidemark.plan.PlanJson;
import io.tidemark.plan.PlanNode;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** A stream of rows as it is described so far. Immutable: every method gives a new frame. Nothing is checked before the query is built. */
public final class StreamFrame {
    private final PlanNode plan;
    private final SourceBinding sources;
    private final UserFunctions functions;

    StreamFrame(PlanNode plan, SourceBinding sources, UserFunctions functions) {
        this.plan = plan;
        this.sources = sources;
        this.functions = functions;
    }

    /** Replaces the functions of the user's own that expressions and aggregates may call; none by default. */
    public StreamFrame functions(UserFunctions newFunctions) {
        return new StreamFrame(plan, sources, Objects.requireNonNull(newFunctions, "newFunctions"));
    }

    /** Keeps the rows for which a condition is true: not false, not null. */
    public StreamFrame filter(Column condition) {
        return with(new Filter(Objects.requireNonNull(condition, "condition").expression()));
    }

    /** Computes the columns of the result. */
    public StreamFrame select(Column... columns) {
        return with(new Project(List.of(columns), false));
    }

    /** Keeps these columns. */
    public StreamFrame select(String... names) {
        return with(new Project(Arrays.stream(names).map(Functions::col).toList(), false));
    }

    /** Adds a column at the end, or replaces the one of this name. */
    public StreamFrame withColumn(String name, Column column) {
        return with(new Project(List.of(column.as(name)), true));
    }

    /** Declares the event time and how much later than the greatest one a row may come. */
    public StreamFrame withWatermark(String column, Duration delay) {
        return withWatermark(column, delay, ClockGuard.NONE);
    }

    /** The same with bounds against wrong clocks. */
    public StreamFrame withWatermark(String column, Duration delay, ClockGuard guard) {
        return with(new WithWatermark(
                Objects.requireNonNull(column, "column"),
                Spans.nanos(delay, "delay"),
                Objects.requireNonNull(guard, "guard")));
    }

    /**
     * The rows of this stream and of others with the same column types, in the order in which they come; columns have the names of this stream. Their
     * watermarks become one: the smallest, or by choice the greatest.
     */
    public StreamFrame union(StreamFrame first, StreamFrame... more) {
        StreamFrame[] others = new StreamFrame[more.length + 1];
        others[0] = Objects.requireNonNull(first, "first");
        System.arraycopy(more, 0, others, 1, more.length);
        return with(new Union(others.length + 1), others);
    }

    /**
     * Lets the first row of each combination of keys through, of all columns when none is named. One of them must be the event time, so that keys can
     * be forgotten; else use {@link #dropDuplicates(Deduplicate)} and say for how long they are remembered.
     */
    public StreamFrame dropDuplicates(String... keys) {
        return dropDuplicates(Deduplicate.by(keys));
    }

    /**
     * Lets the first row of each combination of keys through, of all columns when none is named, and remembers it for the delay of the watermark: of
     * two rows whose event times are no further apart than that, one at most comes out.
     */
    public StreamFrame dropDuplicatesWithinWatermark(String... keys) {
        return dropDuplicates(Deduplicate.by(keys).withinWatermark());
    }

    /** Lets one row of each key through: which one, how long keys are remembered and what a conflict is stands in {@code how}. */
    public StreamFrame dropDuplicates(Deduplicate how) {
        return with(Objects.requireNonNull(how, "how"));
    }

    /**
     * The latest row of each key as a table that streams are joined with. A row replaces the one with its key, a {@code DELETE} removes it, a row with a
     * null in its key is dropped.
     */
    public ReferenceTable latestBy(String first, String... more) {
        List<String> keys = new ArrayList<>(List.of(first));
        keys.addAll(List.of(more));
        return new ReferenceTable(this, keys);
    }

    /** All rows as a table that streams are joined with, equal ones too. A {@code DELETE} removes one row of the same content. */
    public ReferenceTable allRows() {
        return new ReferenceTable(this, List.of());
    }

    /**
     * Joins each row, when its turn comes, with the rows of a table that belong to it. What is in the source of the table is read before the rows of
     * this stream. Names of columns have to be distinct.
     */
    public StreamFrame joinReference(ReferenceTable table, ReferenceJoin.Type type, ReferenceMatch match) {
        return with(new ReferenceJoin(type, table.keys(), match, table.version(), table.maxRows()), table.rows());
    }

    /** Puts beside each row the row of another stream that was valid at its time. Both need a watermark. */
    public AsOfFrame asOf(StreamFrame right) {
        return new AsOfFrame(this, Objects.requireNonNull(right, "right"));
    }

    /** Puts beside each row aggregates over the rows of another stream around it. Both need a watermark. */
    public WindowJoinFrame windowJoin(StreamFrame right) {
        return new WindowJoinFrame(this, Objects.requireNonNull(right, "right"));
    }

    /**
     * Pairs of rows of this stream and another for which a condition over the columns of both is true; columns out are those of both.
     * Column names are distinct. The condition says what equals what, and how far the event times lie apart.
     */
    public StreamFrame join(StreamFrame right, Column condition) {
        return join(right, JoinType.INNER, condition);
    }

    /** The same with another choice of what comes out. */
    public StreamFrame join(StreamFrame right, JoinType type, Column condition) {
        return join(right, type).on(condition);
    }

    /** A join whose settings and condition follow. */
    public JoinedFrame join(StreamFrame right, JoinType type) {
        return new JoinedFrame(this, Objects.requireNonNull(right, "right"), Objects.requireNonNull(type, "type"));
    }

    /** Groups rows by a window and by keys; null is a key of its own. */
    public GroupedFrame groupBy(Window window, Column... keys) {
        return new GroupedFrame(this, window, List.of(keys));
    }

    /** Groups rows by a window and by columns. */
    public GroupedFrame groupBy(Window window, String... keys) {
        return new GroupedFrame(
                this, window, Arrays.stream(keys).map(Functions::col).toList());
    }

    /** Groups rows by a window alone. */
    public GroupedFrame groupBy(Window window) {
        return new GroupedFrame(this, window, List.of());
    }

    /** Groups rows by keys, without a window; without keys all rows are one group. */
    public GroupedFrame groupBy(Column... keys) {
        return new GroupedFrame(this, null, List.of(keys));
    }

    /** Groups rows by columns, without a window. */
    public GroupedFrame groupBy(String first, String... more) {
        List<Column> keys = new ArrayList<>();
        keys.add(Functions.col(first));
        Arrays.stream(more).map(Functions::col).forEach(keys::add);
        return new GroupedFrame(this, null, keys);
    }

    /** Tells rows apart by columns, for a function of the user's own with state and timers for each; null is a key of its own. */
    public KeyedFrame groupByKey(String... keys) {
        return new KeyedFrame(this, List.of(keys));
    }

    /** Names the last operator, in messages and in stored state. */
    public StreamFrame uid(String uid) {
        if (!(plan instanceof PlanNode.Step step)) {
            return this;
        }
        return new StreamFrame(new PlanNode.Step(step.operator(), uid, step.inputs()), sources, functions);
    }

    /** Says where the query runs and where its rows go. */
    public StreamWriter writeStream() {
        return new StreamWriter(this);
    }

    /**
     * Columns of the stream as it is described so far.
     *
     * @throws io.tidemark.error.TidemarkException everything that is wrong with the plan
     */
    public Schema schema() {
        List<Problem> problems = new ArrayList<>();
        QuerySettings settings = QuerySettings.defaults().withFunctions(functions);
        BoundPlan bound = new Analyzer(settings, problems).analyze(plan);
        if (!problems.isEmpty()) {
            throw new TidemarkException(problems);
        }
        return bound.output().schema();
    }

    /** The plan as JSON, for {@link Tidemark#fromJson}. Functions of the user's own and journals stand in it by their names. */
    public String toJson() {
        return new PlanJson(OperatorNodes.ALL).write(plan);
    }

    /** The plan as data. */
    public PlanNode plan() {
        return plan;
    }

    UserFunctions functions() {
        return functions;
    }

    SourceBinding sources() {
        return sources;
    }

    StreamFrame with(OperatorNode operator) {
        return new StreamFrame(new PlanNode.Step(operator, "", List.of(plan)), sources, functions);
    }

    /** An operator over this stream and others. */
    StreamFrame with(OperatorNode operator, StreamFrame... others) {
        List<PlanNode> inputs = new ArrayList<>(List.of(plan));
        SourceBinding all = sources;
        UserFunctions known = functions;
        for (StreamFrame other : others) {
            inputs.add(other.plan);
            all = all.and(other.sources);
            known = known.and(other.functions);
        }
        return new StreamFrame(new PlanNode.Step(operator, "", inputs), all, known);
    }
}

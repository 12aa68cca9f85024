package io.tidemark.operator.reference;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.eval.NumericTypes;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.StreamType;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeProvenance;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks names and types of a join with a table, and finds its output. */
final class ReferenceBinder {
    private final ReferenceJoin node;
    private final BindScope scope;
    private final StreamType stream;
    private final StreamType table;
    private final BindScope tableScope;

    ReferenceBinder(ReferenceJoin node, BindScope scope) {
        this.node = node;
        this.scope = scope;
        this.stream = scope.input();
        this.table = scope.inputs().get(ReferenceJoin.TABLE);
        this.tableScope = scope.over(table);
    }

    /** The bound operator, or null after reporting what is wrong. */
    BoundOperator bind() {
        checkType();
        checkEdges();
        checkTable();
        List<DataType> keys = keyTypes();
        boolean paired = node.joinType().pairs();
        StreamType joined = paired || node.match().condition() != null ? joined() : null;
        if (joined != null) {
            checkCondition(joined);
        }
        return scope.failed() ? null : new BoundReferenceJoin(node, scope, keys, joined, paired ? joined : stream);
    }

    private void checkType() {
        if (node.joinType().keepsTable()) {
            scope.problem(
                    ErrorCode.JOIN_TYPE_UNSUPPORTED,
                    "",
                    "A " + node.joinType()
                            + " join brings out rows of the table that have no partner, and that is not known"
                            + " before the stream ends.",
                    "Use INNER, LEFT_OUTER, LEFT_SEMI or LEFT_ANTI.");
        }
    }

    private void checkEdges() {
        // In complete mode every cut brings out the whole result, which meets the table anew.
        if (stream.edge() != EdgeKind.APPEND
                && scope.settings().mode() != OutputMode.COMPLETE
                && !scope.settings().sparkCounts()) {
            scope.problem(
                    ErrorCode.CHANGELOG_MISMATCH,
                    "",
                    "The stream takes rows back (" + stream.edge() + "), and the table may have changed since they came"
                            + " out.",
                    "Join first and aggregate then, or use a stream of final rows.");
        }
        if (table.edge() == EdgeKind.UPSERT && node.tableKeys().isEmpty()) {
            scope.problem(
                    ErrorCode.CHANGELOG_MISMATCH,
                    "",
                    "The rows of the table replace earlier ones, and a table of all rows does not know which.",
                    "Name the key: latestBy(...).");
        }
    }

    private void checkTable() {
        for (String key : node.tableKeys()) {
            if (table.schema().indexOf(key) < 0) {
                scope.problem(
                        ErrorCode.COLUMN_UNKNOWN,
                        key,
                        "The table has no such column; it has " + table.schema().names() + ".",
                        "Name a column of the table in latestBy(...).");
            }
        }
        if (node.maxRows() < 1) {
            scope.problem(
                    ErrorCode.SETTING_INVALID,
                    "maxRows",
                    "A table of at most " + node.maxRows() + " rows is not possible.",
                    "Use 1 or more.");
        }
    }

    /** The types in which the sides of each pair meet. */
    private List<DataType> keyTypes() {
        if (node.match().pairs().isEmpty()) {
            scope.problem(
                    ErrorCode.JOIN_NO_EQUALITY,
                    "",
                    "Nothing has to be equal, so each row would meet the whole table.",
                    "Name a pair of columns: on(...).");
        }
        List<DataType> types = new ArrayList<>();
        for (ReferenceMatch.Pair pair : node.match().pairs()) {
            DataType left = scope.typeOf(pair.stream());
            DataType right = tableScope.typeOf(pair.table());
            if (left == null || right == null) {
                continue;
            }
            DataType common = NumericTypes.common(left, right);
            if (common == null) {
                scope.problem(
                        ErrorCode.TYPE_MISMATCH,
                        pair.stream().toString(),
                        "It is a " + left + ", and " + pair.table() + " of the table is a " + right + ".",
                        "Cast one of them.");
            }
            types.add(common);
        }
        return types;
    }

    /** Columns of the stream, of the table, and the version; null after reporting names that are there twice. */
    private StreamType joined() {
        boolean outer = node.joinType() == ReferenceJoin.Type.LEFT_OUTER;
        List<Field> fields = new ArrayList<>(stream.schema().fields());
        List<TimeProvenance> times = new ArrayList<>(stream.times());
        Set<String> names = new HashSet<>(stream.schema().names());
        List<Field> added = new ArrayList<>(table.schema().fields());
        if (!node.version().isEmpty()) {
            added.add(new Field(node.version(), DataType.LONG, false));
        }
        boolean distinct = true;
        for (Field field : added) {
            if (!names.add(field.name())) {
                distinct = false;
                scope.problem(
                        ErrorCode.COLUMN_DUPLICATE,
                        field.name(),
                        "Two columns of stream, table and version have this name.",
                        "Rename the one of the table before latestBy(...) or allRows(): select(col(\"" + field.name()
                                + "\").as(...), ...).");
            }
            fields.add(new Field(field.name(), field.type(), outer || field.nullable()));
            times.add(TimeProvenance.NONE);
        }
        return distinct ? stream.with(Schema.of(fields), times) : null;
    }

    private void checkCondition(StreamType joined) {
        if (node.match().condition() == null) {
            return;
        }
        DataType type = scope.over(joined).typeOf(node.match().condition());
        if (type != null && !type.equals(DataType.BOOL)) {
            scope.problem(
                    ErrorCode.TYPE_MISMATCH,
                    node.match().condition().toString(),
                    "A condition needs a truth value and this is a " + type + ".",
                    "Compare it with something, or cast it to bool.");
        }
    }
}

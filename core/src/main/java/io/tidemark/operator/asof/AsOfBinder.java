package io.tidemark.operator.asof;

import io.tidemark.error.ErrorCode;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.StreamType;
import io.tidemark.operator.asof.AsOfJoin.Emit;
import io.tidemark.operator.asof.AsOfJoin.Ties;
import io.tidemark.operator.asof.AsOfJoin.Type;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.Schema;
import java.time.Duration;

/** Checks names, types, times and settings of an as-of join, and finds its output. */
final class AsOfBinder {
    private final AsOfJoin node;
    private final BindScope scope;
    private final JoinSides sides;

    AsOfBinder(AsOfJoin node, BindScope scope) {
        this.node = node;
        this.scope = scope;
        this.sides = new JoinSides(scope, node.leftKeys(), node.rightKeys());
    }

    /** The bound operator, or null after reporting what is wrong. */
    BoundOperator bind() {
        sides.check("an as-of join");
        checkTimes();
        checkEnds();
        if (node.emit() == Emit.CORRECTING && node.ties() == Ties.ALL) {
            problem(
                    ErrorCode.SETTING_INVALID,
                    "",
                    "Corrections take back one row and give another, and ties(ALL) may give several.",
                    "Use ties(LAST) or ties(FIRST), or emit(ON_WATERMARK).");
        }
        ResultColumns columns = new ResultColumns(scope);
        for (Field field : sides.right().schema().fields()) {
            columns.add(
                    new Field(
                            node.rightPrefix() + field.name(),
                            field.type(),
                            field.nullable() || node.type() == Type.LEFT),
                    "Put something before the names of the right columns with rightPrefix(...), or select them under"
                            + " other names before the join.");
        }
        if (scope.failed()) {
            return null;
        }
        EdgeKind edge = node.emit() == Emit.CORRECTING ? EdgeKind.RETRACT : EdgeKind.APPEND;
        return new BoundAsOf(node, sides, columns.type().with(edge));
    }

    private void checkTimes() {
        if (node.times().toleranceNs() < 0) {
            problem(
                    ErrorCode.SETTING_INVALID,
                    "",
                    "The tolerance is " + Duration.ofNanos(node.times().toleranceNs()) + ".",
                    "Use a tolerance of 0 or more.");
        } else if (node.times().strict() && node.times().toleranceNs() == 0) {
            problem(
                    ErrorCode.SETTING_INVALID,
                    "",
                    "A strict join with a tolerance of 0 finds nothing.",
                    "Leave out strict(), or use a tolerance above 0.");
        }
    }

    private void checkEnds() {
        StreamType right = sides.right();
        if (right.edge() == EdgeKind.RETRACT
                || right.edge() == EdgeKind.UPSERT && node.times().looksAhead()) {
            problem(
                    ErrorCode.CHANGELOG_MISMATCH,
                    "",
                    "The rows of the right side are " + right.edge() + ", and a "
                            + node.times().direction() + " as-of join does not take those.",
                    right.edge() == EdgeKind.RETRACT
                            ? "Use the rows before they are corrected, or a step that gives final rows."
                            : "Look backward, or use a step that gives final rows.");
        }
        if (node.validUntil().isEmpty()) {
            return;
        }
        Schema schema = right.schema();
        int index = schema.indexOf(node.validUntil());
        if (index < 0) {
            problem(
                    ErrorCode.COLUMN_UNKNOWN,
                    node.validUntil(),
                    "Right rows are to end at a column that they do not have.",
                    "Use one of " + schema.names() + ".");
        } else if (!schema.type(index).equals(DataType.TIMESTAMP)) {
            problem(
                    ErrorCode.TYPE_MISMATCH,
                    node.validUntil(),
                    "The end of right rows has to be a timestamp and this is a " + schema.type(index) + ".",
                    "Cast it to a timestamp before the join.");
        }
        if (node.times().looksAhead()) {
            problem(
                    ErrorCode.SETTING_INVALID,
                    node.validUntil(),
                    "Only a join that looks backward can ask whether a right row has ended.",
                    "Leave out validUntil(...), or use backward().");
        }
    }

    private void problem(ErrorCode code, String column, String reason, String wayOut) {
        scope.problem(code, column, reason, wayOut);
    }
}

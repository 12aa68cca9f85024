package io.tidemark.operator.asof;

import io.tidemark.error.ErrorCode;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.StreamType;
import io.tidemark.row.Field;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeProvenance;
import java.util.ArrayList;
import java.util.List;

/** The columns of a join by time: those of the left side, of which each keeps what it has to do with the watermark, then others. */
final class ResultColumns {
    private final BindScope scope;
    private final StreamType left;
    private final StreamType right;
    private final List<Field> fields;
    private final List<TimeProvenance> times;

    ResultColumns(BindScope scope) {
        this.scope = scope;
        this.left = scope.inputs().get(0);
        this.right = scope.inputs().get(1);
        this.fields = new ArrayList<>(left.schema().fields());
        this.times = new ArrayList<>(left.times());
    }

    /** Adds a column; a name that is taken is reported with this way out. */
    void add(Field field, String wayOut) {
        if (fields.stream().anyMatch(one -> one.name().equals(field.name()))) {
            scope.problem(ErrorCode.COLUMN_DUPLICATE, field.name(), "Two result columns have this name.", wayOut);
            return;
        }
        fields.add(field);
        times.add(TimeProvenance.NONE);
    }

    /** The stream of the result, before it is said what its rows do to it. */
    StreamType type() {
        boolean ingest = left.recordsIngestTime() && right.recordsIngestTime();
        long delayNs = Math.max(left.delayNs(), right.delayNs());
        return new StreamType(Schema.of(fields), times, left.watermarked(), delayNs, ingest, EdgeKind.APPEND);
    }
}

package io.tidemark.operator.reference;

import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.OperatorNode;
import io.tidemark.operator.StreamType;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Joins a stream, its first input, with a table made of the rows of the second. What is in the source of the table is read before the stream goes on. Columns
 * out: those of the stream, then, where rows are paired, those of the table and the version. Only the watermark of the stream counts.
 *
 * @param joinType what comes out
 * @param tableKeys columns of the table that make a key, whose latest row is in the table; empty where every row is in it
 * @param match which rows belong together
 * @param version name of a column for the position of the table's row in its source, or empty
 * @param maxRows greatest number of rows in the table; not part of the plan's identity, so that it can be raised
 */
public record ReferenceJoin(Type joinType, List<String> tableKeys, ReferenceMatch match, String version, long maxRows)
        implements OperatorNode {
    /** Any number of rows. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** Input of the table. */
    static final int TABLE = 1;

    /** Copies the keys. */
    public ReferenceJoin {
        Objects.requireNonNull(joinType, "joinType");
        tableKeys = List.copyOf(tableKeys);
        Objects.requireNonNull(match, "match");
        Objects.requireNonNull(version, "version");
    }

    /** What comes out. */
    public enum Type {
        /** Each row of the stream with each row of the table that belongs to it. */
        INNER,
        /** The same, and a row of the stream without a partner with nulls. */
        LEFT_OUTER,
        /** The rows of the stream that have a partner, once. */
        LEFT_SEMI,
        /** The rows of the stream that have none. */
        LEFT_ANTI,
        /** Refused: whether a row of the table has a partner is known at the end of the stream only. */
        RIGHT_OUTER,
        /** Refused likewise. */
        FULL_OUTER;

        /** Whether rows of both sides are paired. */
        boolean pairs() {
            return this == INNER || this == LEFT_OUTER;
        }

        /** Whether rows of the table without a partner would come out. */
        boolean keepsTable() {
            return this == RIGHT_OUTER || this == FULL_OUTER;
        }
    }

    @Override
    public String kind() {
        return "reference";
    }

    @Override
    public int inputCount() {
        return 2;
    }

    @Override
    public boolean readsFirst(int input) {
        return input == TABLE;
    }

    /** The binder looks closer: what changes needs the whole result at every cut, and a table needs a key. */
    @Override
    public Set<EdgeKind> accepts() {
        return EnumSet.allOf(EdgeKind.class);
    }

    @Override
    public BoundOperator bind(BindScope scope) {
        return new ReferenceBinder(this, scope).bind();
    }

    @Override
    public StreamType outputDespiteProblems(StreamType input) {
        return joinType.pairs() || joinType.keepsTable() ? null : input;
    }

    @Override
    public String toString() {
        String table = tableKeys.isEmpty() ? "all rows" : "latest by " + tableKeys;
        return "ReferenceJoin[" + joinType + ", " + table + ", " + match
                + (version.isEmpty() ? "" : ", version " + version) + "]";
    }
}

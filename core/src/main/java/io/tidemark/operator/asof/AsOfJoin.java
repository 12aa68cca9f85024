package io.tidemark.operator.asof;

import io.tidemark.expr.Column;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.OperatorNode;
import io.tidemark.time.AsOfTimes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Puts beside each left row the right row with the same keys that is nearest in event time, by the rules of {@link AsOfTimes}. Columns out:
 * those of the left row, then those of the right.
 *
 * @param leftKeys keys of the left rows; none means that all rows belong together
 * @param rightKeys keys of the right rows, of the same types
 * @param times where the partner lies and how far away it may be
 * @param ties which of several right rows of the same time is the partner
 * @param emit when a left row comes out
 * @param type what becomes of left rows without a partner
 * @param validUntil column of the right rows that says when they end, or empty: then each is valid until the next one
 * @param rightPrefix what is put before the names of the right columns, or empty
 */
public record AsOfJoin(
        List<Column> leftKeys,
        List<Column> rightKeys,
        AsOfTimes times,
        Ties ties,
        Emit emit,
        Type type,
        String validUntil,
        String rightPrefix)
        implements OperatorNode {
    /** Copies the lists and checks that nothing is null. */
    public AsOfJoin {
        leftKeys = List.copyOf(leftKeys);
        rightKeys = List.copyOf(rightKeys);
        Objects.requireNonNull(times, "times");
        Objects.requireNonNull(ties, "ties");
        Objects.requireNonNull(emit, "emit");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(validUntil, "validUntil");
        Objects.requireNonNull(rightPrefix, "rightPrefix");
    }

    /** Which of several right rows of the same time is the partner. */
    public enum Ties {
        /** The one that came last. */
        LAST,
        /** The one that came first. */
        FIRST,
        /** All of them: one row comes out for each. */
        ALL
    }

    /** When a left row comes out. */
    public enum Emit {
        /** When the watermark of the right side says that no better partner can come: exact, whatever the order of arrival. */
        ON_WATERMARK,
        /** At once, by the right rows that came before it. */
        IMMEDIATE,
        /** At once, and again, after its old form was taken back, whenever a better partner comes. */
        CORRECTING
    }

    /** What becomes of left rows without a partner. */
    public enum Type {
        /** They are dropped, and counted. */
        INNER,
        /** They come out with nulls in the right columns. */
        LEFT
    }

    /** The same with other rules of time. */
    public AsOfJoin with(AsOfTimes other) {
        return new AsOfJoin(leftKeys, rightKeys, other, ties, emit, type, validUntil, rightPrefix);
    }

    /** The same with another choice among rows of the same time. */
    public AsOfJoin with(Ties other) {
        return new AsOfJoin(leftKeys, rightKeys, times, other, emit, type, validUntil, rightPrefix);
    }

    /** The same with another moment of coming out. */
    public AsOfJoin with(Emit other) {
        return new AsOfJoin(leftKeys, rightKeys, times, ties, other, type, validUntil, rightPrefix);
    }

    /** The same with another fate of rows without a partner. */
    public AsOfJoin with(Type other) {
        return new AsOfJoin(leftKeys, rightKeys, times, ties, emit, other, validUntil, rightPrefix);
    }

    /** The same with ends of right rows. */
    public AsOfJoin withValidUntil(String column) {
        return new AsOfJoin(leftKeys, rightKeys, times, ties, emit, type, column, rightPrefix);
    }

    /** The same with other names of right columns. */
    public AsOfJoin withRightPrefix(String prefix) {
        return new AsOfJoin(leftKeys, rightKeys, times, ties, emit, type, validUntil, prefix);
    }

    /** The same with one key more. */
    public AsOfJoin withKey(Column left, Column right) {
        List<Column> lefts = new ArrayList<>(leftKeys);
        List<Column> rights = new ArrayList<>(rightKeys);
        lefts.add(Objects.requireNonNull(left, "left"));
        rights.add(Objects.requireNonNull(right, "right"));
        return new AsOfJoin(lefts, rights, times, ties, emit, type, validUntil, rightPrefix);
    }

    @Override
    public String kind() {
        return "asof";
    }

    @Override
    public int inputCount() {
        return 2;
    }

    /** The binder looks closer: the sides differ in what they take. */
    @Override
    public Set<EdgeKind> accepts() {
        return EnumSet.allOf(EdgeKind.class);
    }

    @Override
    public BoundOperator bind(BindScope scope) {
        return new AsOfBinder(this, scope).bind();
    }
}

package io.tidemark.function;

import io.tidemark.function.StateLayout.BytesValue;
import io.tidemark.function.StateLayout.DoubleValue;
import io.tidemark.function.StateLayout.LongValue;
import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;

/**
 * State and timers of the key whose row or timer a {@link KeyedFunction} is called for. A key that has neither a value nor a timer takes no
 * room.
 */
public interface KeyContext {
    /** The key columns. */
    RowView key();

    /** The watermark: every row before it is in. {@code Long.MIN_VALUE} before there is one, {@code Long.MAX_VALUE} at a drain. */
    long watermarkNs();

    /** Whether a value is set. */
    boolean isSet(LongValue value);

    /** Whether a value is set. */
    boolean isSet(DoubleValue value);

    /** Whether a value is set. */
    boolean isSet(BytesValue value);

    /** The value; 0 when it is not set. */
    long get(LongValue value);

    /** The value; 0 when it is not set. */
    double get(DoubleValue value);

    /** Points {@code view} at the value and returns it; length 0 when it is not set. Valid until the value is set or cleared. */
    BytesView get(BytesValue value, BytesView view);

    /** Sets a value. */
    void set(LongValue value, long to);

    /** Sets a value. */
    void set(DoubleValue value, double to);

    /** Sets a value to a copy of bytes. */
    void set(BytesValue value, BytesView to);

    /** Sets a value to a text. */
    void set(BytesValue value, CharSequence to);

    /** Makes a value unset. */
    void clear(LongValue value);

    /** Makes a value unset. */
    void clear(DoubleValue value);

    /** Makes a value unset. */
    void clear(BytesValue value);

    /** Forgets the key: values and timers. */
    void clearAll();

    /**
     * Sets a timer, once for each time: it comes when every row with an event time up to {@code timeNs} is in; if that is so already, right after
     * the call in hand. Timers come by time, those of one time in the order in which they were set. A drain lets each timer come once,
     * and those that are set then no more.
     *
     * @throws io.tidemark.error.TidemarkException {@code WATERMARK_MISSING} in a stream without a watermark
     */
    void registerTimer(long timeNs);

    /** Takes a timer back; does nothing if there is none for this time. */
    void deleteTimer(long timeNs);
}

package io.tidemark.peers.kafka;

import io.tidemark.peers.Event;
import io.tidemark.peers.OrderState;
import io.tidemark.peers.Totals;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;

/** Objects as bytes of fixed places. */
final class Serdes {
    static final Serde<Event> EVENT = of(Serdes::write, Serdes::readEvent);
    static final Serde<Totals> TOTALS = of(Serdes::write, Serdes::readTotals);
    static final Serde<OrderState> ORDER_STATE = of(Serdes::write, Serdes::readOrderState);

    private Serdes() {}

    private static <T> Serde<T> of(Function<T, ByteBuffer> write, Function<ByteBuffer, T> read) {
        Deserializer<T> deserializer = (topic, bytes) -> bytes == null ? null : read.apply(ByteBuffer.wrap(bytes));
        return org.apache.kafka.common.serialization.Serdes.serdeFrom(
                (topic, value) -> value == null ? null : write.apply(value).array(), deserializer);
    }

    private static ByteBuffer write(Event event) {
        return ByteBuffer.allocate(33)
                .putLong(event.id)
                .putLong(event.key)
                .putLong(event.timeMillis)
                .putDouble(event.amount)
                .put((byte) (event.fill ? 1 : 0));
    }

    private static Event readEvent(ByteBuffer bytes) {
        Event event = new Event();
        event.id = bytes.getLong();
        event.key = bytes.getLong();
        event.timeMillis = bytes.getLong();
        event.amount = bytes.getDouble();
        event.fill = bytes.get() != 0;
        return event;
    }

    private static ByteBuffer write(Totals totals) {
        return ByteBuffer.allocate(32)
                .putLong(totals.count)
                .putDouble(totals.sum)
                .putDouble(totals.min)
                .putDouble(totals.max);
    }

    private static Totals readTotals(ByteBuffer bytes) {
        Totals totals = new Totals();
        totals.count = bytes.getLong();
        totals.sum = bytes.getDouble();
        totals.min = bytes.getDouble();
        totals.max = bytes.getDouble();
        return totals;
    }

    private static ByteBuffer write(OrderState state) {
        ByteBuffer bytes = ByteBuffer.allocate(9 + Long.BYTES * state.earlyCount)
                .put((byte) ((state.ordered ? 1 : 0) + (state.matched ? 2 : 0)))
                .putLong(state.orderMillis);
        for (int i = 0; i < state.earlyCount; i++) {
            bytes.putLong(state.early[i]);
        }
        return bytes;
    }

    private static OrderState readOrderState(ByteBuffer bytes) {
        OrderState state = new OrderState();
        int flags = bytes.get();
        state.ordered = (flags & 1) != 0;
        state.matched = (flags & 2) != 0;
        state.orderMillis = bytes.getLong();
        while (bytes.hasRemaining()) {
            state.keep(bytes.getLong());
        }
        return state;
    }
}

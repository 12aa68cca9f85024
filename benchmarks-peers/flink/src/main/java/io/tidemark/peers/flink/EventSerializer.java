package io.tidemark.peers.flink;

import io.tidemark.peers.Event;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Events as 33 bytes: the cheapest exchange that can be set up. */
final class EventSerializer extends TypeSerializerSingleton<Event> {
    static final EventSerializer INSTANCE = new EventSerializer();

    private static final long serialVersionUID = 1;
    private static final int BYTES = 4 * Long.BYTES + 1;

    private EventSerializer() {}

    @Override
    public void serialize(Event event, DataOutputView out) throws IOException {
        out.writeLong(event.id);
        out.writeLong(event.key);
        out.writeLong(event.timeMillis);
        out.writeDouble(event.amount);
        out.writeBoolean(event.fill);
    }

    @Override
    public Event deserialize(DataInputView in) throws IOException {
        return deserialize(new Event(), in);
    }

    @Override
    public Event deserialize(Event event, DataInputView in) throws IOException {
        event.id = in.readLong();
        event.key = in.readLong();
        event.timeMillis = in.readLong();
        event.amount = in.readDouble();
        event.fill = in.readBoolean();
        return event;
    }

    @Override
    public void copy(DataInputView in, DataOutputView out) throws IOException {
        out.write(in, BYTES);
    }

    @Override
    public Event copy(Event event) {
        return new Event().set(event);
    }

    @Override
    public Event copy(Event event, Event target) {
        return target.set(event);
    }

    @Override
    public Event createInstance() {
        return new Event();
    }

    @Override
    public int getLength() {
        return BYTES;
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public TypeSerializerSnapshot<Event> snapshotConfiguration() {
        return new Snapshot();
    }

    /** What Flink stores of the serializer; never written here. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Event> {
        /** Called by Flink. */
        public Snapshot() {
            super(() -> INSTANCE);
        }
    }
}

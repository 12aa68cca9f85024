package io.tidemark.peers.flink;

import io.tidemark.peers.Event;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Has events sent by {@link EventSerializer}. */
final class EventType extends TypeInformation<Event> {
    static final EventType INSTANCE = new EventType();

    private static final long serialVersionUID = 1;

    private EventType() {}

    @Override
    public TypeSerializer<Event> createSerializer(SerializerConfig config) {
        return EventSerializer.INSTANCE;
    }

    @Override
    public Class<Event> getTypeClass() {
        return Event.class;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof EventType;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EventType;
    }

    @Override
    public int hashCode() {
        return EventType.class.hashCode();
    }

    @Override
    public String toString() {
        return "Event";
    }
}

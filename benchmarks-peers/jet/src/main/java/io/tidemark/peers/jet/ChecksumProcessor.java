package io.tidemark.peers.jet;

import com.hazelcast.function.ToLongFunctionEx;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.core.Watermark;
import com.hazelcast.jet.datamodel.KeyedWindowResult;
import com.hazelcast.jet.pipeline.Sink;
import com.hazelcast.jet.pipeline.Sinks;
import io.tidemark.peers.Checksums;
import io.tidemark.peers.Event;
import io.tidemark.peers.Pass;
import io.tidemark.peers.Totals;

/** Adds up the checksums of what comes out, on a cooperative thread. */
final class ChecksumProcessor extends AbstractProcessor {
    private final ToLongFunctionEx<Object> checksumOf;
    private long rows;
    private long checksum;

    private ChecksumProcessor(ToLongFunctionEx<Object> checksumOf) {
        this.checksumOf = checksumOf;
    }

    static Sink<KeyedWindowResult<Long, Totals>> ofGroups(int parallelism) {
        return sink(parallelism, ChecksumProcessor::group);
    }

    static Sink<Event> ofEvents(int parallelism) {
        return sink(parallelism, ChecksumProcessor::event);
    }

    static Sink<long[]> ofPairs(int parallelism) {
        return sink(parallelism, ChecksumProcessor::pair);
    }

    private static <T> Sink<T> sink(int parallelism, ToLongFunctionEx<Object> checksumOf) {
        return Sinks.fromProcessor(
                "checksum", ProcessorMetaSupplier.of(parallelism, () -> new ChecksumProcessor(checksumOf)));
    }

    @SuppressWarnings("unchecked")
    private static long group(Object item) {
        KeyedWindowResult<Long, Totals> group = (KeyedWindowResult<Long, Totals>) item;
        return group.result().checksum(group.key(), group.start());
    }

    private static long event(Object item) {
        Event event = (Event) item;
        return Checksums.event(event.id, event.key, event.timeMillis, event.amount);
    }

    private static long pair(Object item) {
        long[] pair = (long[]) item;
        return Checksums.pair(pair[0], pair[1], pair[2]);
    }

    @Override
    protected boolean tryProcess(int ordinal, Object item) {
        rows++;
        checksum += checksumOf.applyAsLong(item);
        return true;
    }

    @Override
    public boolean tryProcessWatermark(Watermark watermark) {
        return true;
    }

    @Override
    public void close() {
        Pass.current().add(rows, checksum);
    }
}

package io.tidemark.peers.kafka;

import java.time.Duration;
import java.util.function.LongConsumer;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/** A store without times to live is swept every 10 s of stream time. */
final class Sweep {
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private Sweep() {}

    static void schedule(ProcessorContext<?, ?> context, LongConsumer sweep) {
        context.schedule(INTERVAL, PunctuationType.STREAM_TIME, sweep::accept);
    }
}

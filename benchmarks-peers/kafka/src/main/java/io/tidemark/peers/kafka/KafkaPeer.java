package io.tidemark.peers.kafka;

import io.tidemark.peers.Event;
import io.tidemark.peers.Pass;
import io.tidemark.peers.PeerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.BuiltInDslStoreSuppliers;

/** Runs each pass in a test driver of its own. */
final class KafkaPeer {
    /** How far stream time is moved at the end, so that everything closes: less than what the window store keeps. */
    private static final long END_MILLIS = Duration.ofMinutes(2).toMillis();

    private KafkaPeer() {}

    /** Runs the passes of a process. */
    public static void main(String[] arguments) throws Exception {
        PeerProcess.run(arguments, KafkaPeer::run);
    }

    private static void run(Pass pass) throws IOException {
        Result result = new Result();
        boolean byKey = switch (pass.workload()) {
            case W1, W2 -> true;
            default -> false;
        };
        try (TopologyTestDriver driver = new TopologyTestDriver(Topologies.of(pass.workload(), result), properties())) {
            TestInputTopic<Long, Event> topic =
                    driver.createInputTopic(Topologies.INPUT, new LongSerializer(), Serdes.EVENT.serializer());
            Event event = new Event();
            for (long i = 0; i < pass.events(); i++) {
                pass.make(i, event);
                topic.pipeInput(byKey ? event.key : event.id, event, event.timeMillis);
            }
            topic.pipeInput(Topologies.END_KEY, event, event.timeMillis + END_MILLIS);
        }
        result.addTo(pass);
    }

    private static Properties properties() throws IOException {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "peer");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        properties.put(
                StreamsConfig.STATE_DIR_CONFIG,
                Files.createTempDirectory("kafka-peer").toString());
        properties.put(
                StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG,
                BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers.class);
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        // Results of closed windows come with the record that closes them, not once a second of the wall clock.
        properties.put("__emit.interval.ms.kstreams.windowed.aggregation__", 0);
        return properties;
    }
}

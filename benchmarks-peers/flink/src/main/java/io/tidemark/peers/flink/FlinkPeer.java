package io.tidemark.peers.flink;

import io.tidemark.peers.Event;
import io.tidemark.peers.Pass;
import io.tidemark.peers.PeerProcess;
import java.time.Duration;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Runs each pass as a job of a local cluster of its own. */
final class FlinkPeer {
    private static final MemorySize NETWORK = MemorySize.ofMebiBytes(256);

    private FlinkPeer() {}

    /** Runs the passes of a process. */
    public static void main(String[] arguments) throws Exception {
        PeerProcess.run(arguments, FlinkPeer::run);
    }

    private static void run(Pass pass) throws Exception {
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(pass.parallelism(), configuration());
        environment.setRuntimeMode(RuntimeExecutionMode.STREAMING);
        WatermarkStrategy<Event> watermarks = WatermarkStrategy.<Event>forBoundedOutOfOrderness(
                        Duration.ofMillis(pass.workload().delayMillis()))
                .withTimestampAssigner((event, timeMillis) -> timeMillis);
        DataStream<Event> events = environment.fromSource(new EventSource(), watermarks, "events", EventType.INSTANCE);
        FlinkJobs.add(pass, events);
        environment.execute();
    }

    private static Configuration configuration() {
        return new Configuration()
                .set(TaskManagerOptions.NETWORK_MEMORY_MIN, NETWORK)
                .set(TaskManagerOptions.NETWORK_MEMORY_MAX, NETWORK)
                .set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(64))
                .set(PipelineOptions.OBJECT_REUSE, true)
                .set(StateBackendOptions.STATE_BACKEND, "hashmap");
    }
}

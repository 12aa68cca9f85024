package io.tidemark.peers.jet;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.config.JobConfig;
import io.tidemark.peers.Pass;
import io.tidemark.peers.PeerProcess;

/** Starts one member with as many cooperative threads as the parallelism says, and runs each pass as a job. */
final class JetPeer {
    private static HazelcastInstance member;

    private JetPeer() {}

    /** Runs the passes of a process. */
    public static void main(String[] arguments) throws Exception {
        PeerProcess.run(arguments, JetPeer::run);
    }

    private static void run(Pass pass) {
        if (member == null) {
            member = Hazelcast.newHazelcastInstance(config(pass.parallelism()));
        }
        JobConfig job = new JobConfig().setMetricsEnabled(false);
        member.getJet().newJob(JetPipelines.of(pass), job).join();
    }

    private static Config config(int threads) {
        Config config = new Config();
        config.setProperty("hazelcast.logging.type", "none");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        config.getJetConfig().setEnabled(true).setCooperativeThreadCount(threads);
        return config;
    }
}

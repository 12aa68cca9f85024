package io.tidemark.peers;

/**
 * The passes of one process: one to warm up over a quarter of the events, then two that are measured. In each pass a further quarter of its events goes
 * through the query before the clock starts.
 */
public final class PeerProcess {
    /** Numbers of events are multiples of this, so that every part can be shared among sources. */
    public static final long EVENTS_MULTIPLE = 16L * 2 * Pass.CHUNK;

    private static final int MEASURED_PASSES = 2;

    private PeerProcess() {}

    /**
     * Runs an engine and ends the process.
     *
     * @param arguments workload, number of events, parallelism
     */
    public static void run(String[] arguments, Engine engine) throws Exception {
        Workload workload = Workload.valueOf(arguments[0]);
        long events = Long.parseLong(arguments[1]) / EVENTS_MULTIPLE * EVENTS_MULTIPLE;
        int parallelism = Integer.parseInt(arguments[2]);
        AllocationMeter meter = new AllocationMeter();
        pass(new Pass(workload, events / 16, events / 4, parallelism), engine, meter);
        for (int pass = 0; pass < MEASURED_PASSES; pass++) {
            System.out.println(pass(new Pass(workload, events / 4, events, parallelism), engine, meter)
                    .line());
        }
        System.out.flush();
        // Engines leave threads behind.
        System.exit(0);
    }

    private static PassResult pass(Pass pass, Engine engine, AllocationMeter meter) throws Exception {
        Pass.begin(pass);
        meter.begin();
        long collection = ProcessFigures.collectionMillis();
        engine.run(pass);
        long nanos = System.nanoTime() - pass.startNanos();
        long cpuNanos = ProcessFigures.cpuNanos() - pass.startCpuNanos();
        return new PassResult(
                pass.events() - pass.leadIn(),
                nanos,
                cpuNanos,
                pass.rows(),
                pass.checksum(),
                (double) meter.end() / pass.events(),
                ProcessFigures.collectionMillis() - collection);
    }
}

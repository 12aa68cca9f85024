package io.tidemark.peers.runner;

import io.tidemark.peers.Workload;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** What can be compared: its module, its main class, and how many events it is given at most, so that slow ones end in minutes. */
enum Kind {
    TIDEMARK("tidemark", "TidemarkPeer", false),
    FLOOR("loops", "Floor", false),
    DENSE("loops", "Dense", false) {
        @Override
        boolean runs(Workload workload) {
            return workload != Workload.W4 && workload != Workload.W4L;
        }
    },
    NAIVE("loops", "Naive", false),
    JET("jet", "JetPeer", true) {
        @Override
        void limits(Map<Workload, Long> limits) {
            limits.put(Workload.W2, 2_048_000L);
        }
    },
    FLINK("flink", "FlinkPeer", true) {
        @Override
        void limits(Map<Workload, Long> limits) {
            limits.put(Workload.W2, 512_000L);
        }
    },
    ESPER("esper", "EsperPeer", false) {
        @Override
        void limits(Map<Workload, Long> limits) {
            for (Workload workload : Workload.values()) {
                limits.put(workload, workload == Workload.W2 ? 512_000L : 2_048_000L);
            }
        }

        @Override
        boolean runs(Workload workload) {
            return workload != Workload.W4L;
        }
    },
    SPARK("spark", "SparkPeer", true) {
        @Override
        void limits(Map<Workload, Long> limits) {
            for (Workload workload : Workload.values()) {
                limits.put(workload, workload == Workload.W2 ? 512_000L : 2_048_000L);
            }
        }
    },
    KAFKA("kafka", "KafkaPeer", false) {
        @Override
        void limits(Map<Workload, Long> limits) {
            limits.put(Workload.W1, 512_000L);
            limits.put(Workload.W2, 64_000L);
            limits.put(Workload.W3, 512_000L);
            limits.put(Workload.W4, 128_000L);
            limits.put(Workload.W4L, 128_000L);
        }
    };

    private final String module;
    private final String mainClass;
    private final boolean parallel;
    private final Map<Workload, Long> limits = new EnumMap<>(Workload.class);

    Kind(String module, String mainClass, boolean parallel) {
        this.module = module;
        this.mainClass = "io.tidemark.peers." + module + "." + mainClass;
        this.parallel = parallel;
        limits(limits);
    }

    static Kind named(String name) {
        try {
            return valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("There is no engine '" + name + "'.", e);
        }
    }

    String module() {
        return module;
    }

    String mainClass() {
        return mainClass;
    }

    /** Whether the number of threads can be chosen. */
    boolean parallel() {
        return parallel;
    }

    /** Whether it is an engine that a user could choose in place of Tidemark. */
    boolean rival() {
        return ordinal() > NAIVE.ordinal();
    }

    /** Whether there is a form of the workload for it. */
    boolean runs(Workload workload) {
        return true;
    }

    /** How many events it is given unless the command says so. */
    long events(Workload workload, long wanted) {
        return Math.min(wanted, limits.getOrDefault(workload, Long.MAX_VALUE));
    }

    void limits(Map<Workload, Long> limits) {
        // None.
    }
}

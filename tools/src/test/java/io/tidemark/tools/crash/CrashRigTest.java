package io.tidemark.tools.crash;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real kills of real processes, at named places and at random moments. A build runs the reduced set; {@code -Dcrash.kills=500} the long one, which hits each
 * place five times at least. The report is {@code target/crash-report.md}.
 */
class CrashRigTest {
    private static final int KILLS = Integer.getInteger("crash.kills", 40);
    private static final int KILLS_PER_PLACE = Integer.getInteger("crash.kills.per.place", KILLS >= 500 ? 5 : 1);
    private static final long SEED = Long.getLong("crash.seed", new Random().nextLong());
    private static final int KILLS_PER_TRIAL = 6;
    private static final int TRIALS_AT_ONCE = 2;
    /** Trials in which a place may be missed before the test gives up on it. */
    private static final int MOST_MISSES = 25;

    @TempDir
    private Path directory;

    private final CrashReport report = new CrashReport();
    private final Random random = new Random(SEED);
    private final Map<KillPoint, Integer> misses = new EnumMap<>(KillPoint.class);
    private final long startedNs = System.nanoTime();
    private int trials;
    private volatile boolean failed;

    @AfterEach
    void writeReport() throws IOException {
        String text = report.markdown(SEED, (System.nanoTime() - startedNs) / 1_000_000_000L);
        Files.writeString(Path.of("target", "crash-report.md"), text);
        System.out.println(text);
    }

    @Test
    void shouldGoOnExactlyWhereverItIsKilled() throws Exception {
        System.out.println("-Dcrash.seed=" + SEED);
        ChildProcess process = ChildProcess.in(Files.createDirectories(directory.resolve("jars")));
        warmUp(process);
        ExecutorService pool = Executors.newFixedThreadPool(TRIALS_AT_ONCE);
        try {
            List<Future<Void>> workers = new ArrayList<>();
            for (int i = 0; i < TRIALS_AT_ONCE; i++) {
                workers.add(pool.submit(() -> runTrials(process)));
            }
            for (Future<Void> worker : workers) {
                worker.get();
            }
        } finally {
            pool.shutdownNow();
        }
        assertTrue(report.figure("rows compared and skipped") > 0, "nothing was compared");
        assertTrue(report.figure("kills inside a snapshot") > 0, "no kill hit a snapshot");
        assertTrue(report.figure("kills during recovery") > 0, "no kill hit a recovery");
        assertTrue(report.figure("starts from a checkpoint") > 0, "no checkpoint was used");
        assertTrue(report.figure("dropped rows compared at the end") > 0, "no row was dropped");
        assertTrue(report.figure("lines of state compared") > 0, "no state was compared");
    }

    private void warmUp(ChildProcess process) throws Exception {
        CrashPlan plan = CrashPlan.random(CrashQuery.CHAIN, KillPoint.CYCLE, random);
        Path home = directory.resolve("first");
        CrashTrial trial = new CrashTrial(process, plan, home, report);
        trial.prepare();
        process.archive(directory.resolve("classes.jsa"), home, plan);
        trial.finish();
        DiskImage.delete(home);
    }

    private Void runTrials(ChildProcess process) throws Exception {
        for (Trial next = nextTrial(); next != null; next = nextTrial()) {
            run(process, next);
        }
        return null;
    }

    /** A trial that was chosen. */
    private record Trial(CrashPlan plan, Path home, List<KillPoint> points) {}

    private synchronized Trial nextTrial() {
        if (failed || report.kills() >= KILLS && leastHit() >= KILLS_PER_PLACE) {
            return null;
        }
        List<KillPoint> points = nextPoints();
        return new Trial(planFor(points), directory.resolve("trial-" + trials++), points);
    }

    private void run(ChildProcess process, Trial next) throws Exception {
        CrashTrial trial = new CrashTrial(process, next.plan, next.home, report);
        try {
            List<KillPoint> missed = trial.run(next.points);
            trial.finish();
            synchronized (this) {
                missed.forEach(point -> misses.merge(point, 1, Integer::sum));
            }
            DiskImage.delete(next.home);
        } catch (Throwable e) {
            failed = true;
            throw new AssertionError(
                    "-Dcrash.seed=" + SEED + ", " + next.plan + " killed at " + next.points + ": " + e.getMessage(), e);
        }
    }

    /** The places that were hit least, and some random moments between. */
    private List<KillPoint> nextPoints() {
        List<KillPoint> all = new ArrayList<>(Arrays.asList(KillPoint.values()));
        Collections.shuffle(all, random);
        for (KillPoint point : all) {
            assertTrue(
                    misses.getOrDefault(point, 0) < MOST_MISSES || report.kills(point) > 0,
                    point + " was never reached");
        }
        // A place that is hard to reach must not keep the others from their turn.
        all.sort(Comparator.comparingInt(point -> report.kills(point) + misses.getOrDefault(point, 0) / 3));
        KillPoint first = all.get(0);
        List<KillPoint> points = new ArrayList<>();
        if (first.needsPast()) {
            points.add(KillPoint.OUTPUT_AFTER);
        }
        points.add(first);
        points.add(KillPoint.RANDOM);
        for (KillPoint point : all) {
            boolean wanted = point != KillPoint.INPUT_AFTER && point != KillPoint.STOP_BEFORE_RELEASE;
            if (points.size() < KILLS_PER_TRIAL && wanted && !points.contains(point)) {
                points.add(point);
            }
        }
        // At the end of a life, so nothing comes after it.
        if (all.indexOf(KillPoint.STOP_BEFORE_RELEASE) < KILLS_PER_TRIAL) {
            points.add(KillPoint.STOP_BEFORE_RELEASE);
        }
        return points;
    }

    /** The place by which settings and query are chosen. */
    private static KillPoint first(List<KillPoint> points) {
        return points.get(points.get(1).needsPast() ? 1 : 0);
    }

    /** A query that comes to these places; of those the one that was killed least. */
    private CrashPlan planFor(List<KillPoint> points) {
        boolean ordered = first(points).needsOrder();
        List<CrashQuery> queries = new ArrayList<>(Arrays.asList(CrashQuery.values()));
        Collections.shuffle(queries, random);
        CrashQuery query = queries.stream()
                .filter(one -> one.ordered() || !ordered)
                .min(Comparator.comparingInt(report::kills))
                .orElseThrow();
        return CrashPlan.random(query, first(points), random);
    }

    private int leastHit() {
        return Arrays.stream(KillPoint.values()).mapToInt(report::kills).min().orElseThrow();
    }
}

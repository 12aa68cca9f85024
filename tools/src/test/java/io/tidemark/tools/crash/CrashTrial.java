package io.tidemark.tools.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamWriter;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.tools.crash.ChildProcess.End;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Kills one query some times, lets it come to the end of its input, and compares.
 *
 * <p>What must hold after each kill: the records of output, dropped rows and order that a forward reader finds begin with those that it found after the kill
 * before. What must hold at the end: output and dropped rows are record for record those of a run that nobody disturbed, on another state backend and without
 * checkpoints, over the same inputs. A part of the input is held back until then, and at last the query is drained: so all that the state holds shows itself in
 * rows.
 *
 * <p>A query with several inputs or with cuts by time has no one right output, it depends on the recorded order. Its undisturbed run is given the order journal
 * that the killed one left, and must find nothing to add. This is a real check: the order can only grow, so each life had to keep to what the lives before had
 * recorded, rows that came out before they were recorded would show as a difference, and rows that were left out would miss in the count of rows that were read.
 */
final class CrashTrial {
    private static final long LATEST_MICROS = 600_000;

    private final ChildProcess process;
    private final CrashPlan plan;
    private final Path home;
    private final CrashReport report;
    private final LifeStatus status;
    private final Random random;
    private List<StoredRecord> output = List.of();
    private List<StoredRecord> drops = List.of();
    private List<StoredRecord> order = List.of();
    private int lives;

    CrashTrial(ChildProcess process, CrashPlan plan, Path home, CrashReport report) throws IOException {
        this.process = process;
        this.plan = plan;
        this.home = Files.createDirectories(home);
        this.report = report;
        this.random = new Random(plan.seed());
        this.status = LifeStatus.in(home);
    }

    /** Makes the inputs, but for what is appended later. */
    void prepare() {
        if (!plan.fed()) {
            TrialHome trial = new TrialHome(home, plan, status, Trap.none());
            try (trial;
                    InputFeed feed = new InputFeed(plan, trial.openInputs(home), Trap.none())) {
                feed.append(plan.rows(), plan.held());
            }
        }
    }

    /**
     * Runs the query, one life for each place that it is to be killed at, then to the end.
     *
     * @return places that were not reached, since the query came to its end before
     */
    List<KillPoint> run(List<KillPoint> points) throws IOException, InterruptedException {
        prepare();
        List<KillPoint> missed = new ArrayList<>();
        for (KillPoint point : points) {
            if (!kill(point)) {
                missed.add(point);
            }
        }
        if (status.phase() != LifeStatus.Phase.DONE) {
            status.begin();
            assertEquals(End.DONE, process.run(home, plan, KillPoint.RANDOM, 1));
            account(End.DONE);
        }
        return missed;
    }

    private boolean kill(KillPoint point) throws IOException, InterruptedException {
        if (status.phase() == LifeStatus.Phase.DONE && point != KillPoint.STOP_BEFORE_RELEASE) {
            return false;
        }
        boolean hadPast = lives > 0;
        status.begin();
        long beganNs = System.nanoTime();
        End end = point == KillPoint.RANDOM
                ? process.runAndKill(home, plan, random.nextLong(LATEST_MICROS))
                : process.run(home, plan, point, countdown(point));
        report.longest("longest life, ms", (System.nanoTime() - beganNs) / 1_000_000);
        report.add("all lives, ms", (System.nanoTime() - beganNs) / 1_000_000);
        account(end);
        if (end == End.DONE) {
            return false;
        }
        report.killed(plan.query(), point);
        LifeStatus.Phase phase = status.phase();
        if (hadPast && (phase == LifeStatus.Phase.OPENING || phase == LifeStatus.Phase.RECOVERING)) {
            report.add("kills during recovery", 1);
        }
        if (snapshotUnderWay()) {
            report.add("kills inside a snapshot", 1);
        }
        return true;
    }

    private int countdown(KillPoint point) {
        int most = switch (point) {
            case OUTPUT_BEFORE, OUTPUT_AFTER, BURST, CYCLE, INPUT_AFTER -> 60;
            case ORDER_BEFORE, ORDER_AFTER, DROP_BEFORE, DROP_AFTER, OUTPUT_IN_SNAPSHOT -> 20;
            case READ_BACK, RECOVERY_COMPARE -> 12;
            case BASE_WRITE -> 6;
            case ROLL_BEFORE, ROLL_AFTER, ROLL_INSIDE, BASE_CREATE, BASE_FORCE -> 2;
            case STOP_BEFORE_RELEASE, RECOVERY_CYCLE, DELETE_BASE -> 1;
            default -> 8;
        };
        return 1 + random.nextInt(most);
    }

    private void account(End end) {
        lives++;
        report.add("lives", 1);
        report.add("rows compared and skipped", status.compared());
        report.add("starts from a checkpoint", status.checkpoint() > 0 ? 1 : 0);
        report.add("starts that repaired a journal", status.repairs());
        report.add("starts that passed over a damaged file", status.faults() > 0 ? 1 : 0);
        report.add("lives to the end", end == End.DONE ? 1 : 0);
        output = grown(TrialHome.OUTPUT, output);
        drops = grown(TrialHome.DROPS, drops);
        order = grown(TrialHome.ORDER, order);
    }

    private List<StoredRecord> grown(String journal, List<StoredRecord> before) {
        List<StoredRecord> now = readable(journal, before);
        assertTrue(
                now.size() >= before.size(), () -> journal + " lost records: " + now.size() + " of " + before.size());
        UndisturbedRun.assertSame(before, now.subList(0, before.size()), journal);
        for (int i = before.size(); i < now.size(); i++) {
            assertEquals(i, now.get(i).sequence(), "sequence in " + journal);
        }
        return now;
    }

    /** A reader refuses a journal with a file that was being made when its writer died; the next writer mends it, and it is looked at then. */
    private List<StoredRecord> readable(String journal, List<StoredRecord> before) {
        try {
            return StoredRecord.readAll(home.resolve(journal));
        } catch (TidemarkException e) {
            if (e.code() != ErrorCode.JOURNAL_INVALID || status.phase() == LifeStatus.Phase.DONE) {
                throw e;
            }
            report.add("kills as a file of a journal was made", 1);
            return before;
        }
    }

    /** A delta that no manifest names, or a manifest without its name. */
    private boolean snapshotUnderWay() throws IOException {
        Path folder = home.resolve(TrialHome.QUERY).resolve("checkpoint");
        if (!Files.isDirectory(folder)) {
            return false;
        }
        long delta = 0;
        long manifest = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith("delta-")) {
                    delta = Math.max(delta, Long.parseLong(name.substring(6)));
                } else if (name.endsWith(".json")) {
                    manifest = Math.max(manifest, Long.parseLong(name.substring(9, name.length() - 5)));
                }
            }
        }
        return delta > manifest;
    }

    /** Lets the query read what was held back, drains it, and compares with a run that nobody disturbed. */
    void finish() throws IOException {
        List<String> state = StateText.of(home.resolve(TrialHome.QUERY));
        List<String> expected = UndisturbedRun.state(plan, home);
        assertEquals(String.join("\n", expected), String.join("\n", state), "state");
        report.add("lines of state compared", state.size());
        int total = restAndDrain();
        List<StoredRecord> finalOutput = grown(TrialHome.OUTPUT, output);
        List<StoredRecord> finalDrops = grown(TrialHome.DROPS, drops);
        List<StoredRecord> finalOrder = grown(TrialHome.ORDER, order);
        UndisturbedRun reference = UndisturbedRun.of(plan, home);
        assertEquals(total, reference.rowsRead(), "rows of the inputs");
        UndisturbedRun.assertSame(reference.output(), finalOutput, TrialHome.OUTPUT);
        UndisturbedRun.assertSame(reference.drops(), finalDrops, TrialHome.DROPS);
        UndisturbedRun.assertSame(reference.order(), finalOrder, TrialHome.ORDER);
        report.add("rows of output compared at the end", finalOutput.size());
        report.add("dropped rows compared at the end", finalDrops.size());
        report.add("trials", 1);
    }

    private int restAndDrain() {
        TrialHome trial = new TrialHome(home, plan, status, Trap.none());
        try (trial) {
            List<ChronicleJournal> inputs = trial.openInputs(home);
            int total;
            try (InputFeed feed = new InputFeed(plan, inputs, Trap.none())) {
                feed.append(plan.rows(), 0);
                total = feed.total();
            }
            StreamWriter writer = trial.crashing(
                    inputs, ChronicleState.withLimit(CrashLife.STATE_BYTES), CheckpointSettings.onDemand());
            try (QueryInvoker query = writer.invoker()) {
                query.processAllAvailable();
                query.drain();
                assertEquals(total, query.progress().rowsRead(), "rows read over all lives");
            }
            return total;
        }
    }
}

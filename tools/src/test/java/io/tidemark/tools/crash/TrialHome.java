package io.tidemark.tools.crash;

import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.engine.DropRouter;
import io.tidemark.engine.OrderJournal;
import io.tidemark.journal.JournalSource;
import io.tidemark.operator.DropReason;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import io.tidemark.state.StateBackendFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;

/** The directories of one query and all that is opened in them: inputs, output, dropped rows, order, and the query's own. */
final class TrialHome implements AutoCloseable {
    static final String OUTPUT = "output";
    static final String DROPS = "drops";
    static final String ORDER = "order";
    static final String QUERY = "query";

    private static final long FIRST_ROLL_MS = 1_700_000_000_000L;
    private static final int ROWS_PER_FILE = 60;
    private static final Duration DELAY = Duration.ofSeconds(15);
    private static final Duration CHECKPOINTS = Duration.ofNanos(1);

    private final Path directory;
    private final CrashPlan plan;
    private final LifeStatus status;
    private final Trap trap;
    private final TrappedFiles files;
    private final List<ChronicleJournal> open = new ArrayList<>();

    /**
     * Opens nothing yet.
     *
     * @param status keeps the time by which files of the output begin
     */
    TrialHome(Path directory, CrashPlan plan, LifeStatus status, Trap trap) {
        this.directory = directory;
        this.plan = plan;
        this.status = status;
        this.trap = trap;
        this.files = new TrappedFiles(trap);
    }

    /** Name of the directory of an input. */
    static String input(int ordinal) {
        return ordinal == 0 ? "trades" : "quotes";
    }

    Path directory() {
        return directory;
    }

    TrappedFiles files() {
        return files;
    }

    /** Makes or opens all inputs. */
    List<ChronicleJournal> openInputs(Path where) {
        List<ChronicleJournal> inputs = new ArrayList<>();
        for (int i = 0; i < plan.query().inputs(); i++) {
            inputs.add(openInput(where, i));
        }
        return inputs;
    }

    /** Makes or opens an input. */
    private ChronicleJournal openInput(Path where, int ordinal) {
        return opened(ChronicleJournal.at(where.resolve(input(ordinal)))
                .blockSizeBytes(64 << 10)
                .create(ordinal == 0 ? Tick.TRADES : Tick.QUOTES));
    }

    /** The query on inputs that are open, with checkpoints and all that it writes in this directory. */
    StreamWriter crashing(
            List<? extends JournalSource> inputs, StateBackendFactory state, CheckpointSettings settings) {
        return writer(inputs, state).directory(directory.resolve(QUERY)).checkpoints(settings.withFiles(files));
    }

    /** Checkpoints as the plan says: often, with merges as early as possible. */
    CheckpointSettings checkpoints() {
        CheckpointSettings settings = plan.everyRows() == 0
                ? CheckpointSettings.every(CHECKPOINTS)
                : CheckpointSettings.everyRows(plan.everyRows());
        return settings.withMergeBytes(0);
    }

    /** The query on inputs that are open, without a directory of its own. */
    StreamWriter writer(List<? extends JournalSource> inputs, StateBackendFactory state) {
        StreamFrame trades = Tidemark.stream(input(0), inputs.get(0)).withWatermark("ts", DELAY);
        StreamFrame quotes = inputs.size() == 1
                ? null
                : Tidemark.stream(input(1), inputs.get(1)).withWatermark("q_ts", DELAY);
        StreamFrame frame = plan.query().frame(trades, quotes);
        TrappedJournal drops = new TrappedJournal(create(DROPS, DropRouter.SCHEMA), new DropPlaces());
        StreamWriter writer = plan.query()
                .settings(frame.writeStream())
                .queryName("crashing")
                .state(state)
                .pinned(false)
                .pollLimit(plan.pollLimit())
                .dropped(DropReason.LATE, drops)
                .dropped(DropReason.DUPLICATE, drops)
                .to(new TrappedJournal(output(frame.schema()), new OutputPlaces()));
        return plan.query().ordered()
                ? writer.order(new TrappedJournal(create(ORDER, OrderJournal.schema()), new OrderPlaces()))
                : writer;
    }

    private ChronicleJournal output(Schema schema) {
        return opened(ChronicleJournal.at(directory.resolve(OUTPUT))
                .rollCycle(TestRollCycles.TEST4_SECONDLY)
                .rollTime(() -> Math.max(FIRST_ROLL_MS, status.rollTimeMs()))
                .blockSizeBytes(64 << 10)
                .create(schema));
    }

    private ChronicleJournal create(String name, Schema schema) {
        return opened(ChronicleJournal.at(directory.resolve(name))
                .blockSizeBytes(64 << 10)
                .create(schema));
    }

    private ChronicleJournal opened(ChronicleJournal journal) {
        open.add(journal);
        return journal;
    }

    @Override
    public void close() {
        open.forEach(ChronicleJournal::close);
        open.clear();
    }

    private final class OutputPlaces implements TrappedJournal.Places {
        private long lastCause = -1;
        private int lastSource = -1;
        private boolean rolls;

        @Override
        public void before(RowView row, long sequence, int causeSource) {
            trap.reach(KillPoint.OUTPUT_BEFORE);
            if (files.snapshotOpen()) {
                trap.reach(KillPoint.OUTPUT_IN_SNAPSHOT);
            }
            if (row.position() == lastCause && causeSource == lastSource) {
                trap.reach(KillPoint.BURST);
            }
            lastCause = row.position();
            lastSource = causeSource;
            long rollTimeMs = FIRST_ROLL_MS + sequence / ROWS_PER_FILE * 1_000;
            rolls = sequence > 0 && rollTimeMs > status.rollTimeMs();
            status.rollTimeMs(rollTimeMs);
            if (rolls) {
                trap.reach(KillPoint.ROLL_BEFORE);
                trap.reach(KillPoint.ROLL_INSIDE);
            }
        }

        @Override
        public void after(long sequence) {
            trap.reach(KillPoint.OUTPUT_AFTER);
            if (rolls) {
                trap.reach(KillPoint.ROLL_AFTER);
            }
        }

        @Override
        public void beforeRead() {
            trap.reach(KillPoint.RECOVERY_COMPARE);
        }

        @Override
        public void closed() {
            trap.reach(KillPoint.STOP_BEFORE_RELEASE);
        }
    }

    private final class DropPlaces implements TrappedJournal.Places {
        @Override
        public void before(RowView row, long sequence, int causeSource) {
            trap.reach(KillPoint.DROP_BEFORE);
        }

        @Override
        public void after(long sequence) {
            trap.reach(KillPoint.DROP_AFTER);
        }
    }

    private final class OrderPlaces implements TrappedJournal.Places {
        @Override
        public void before(RowView row, long sequence, int causeSource) {
            trap.reach(KillPoint.ORDER_BEFORE);
        }

        @Override
        public void after(long sequence) {
            trap.reach(KillPoint.ORDER_AFTER);
        }
    }
}

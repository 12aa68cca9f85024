package io.tidemark.benchmarks.latency;

import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.PageTouch;
import io.tidemark.chronicle.RowAppender;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * All runs of one setting: the loop without journals, the no-op engine and the engine take turns, the order of the last two changes from pair to pair.
 * Each of them stays open for all its runs, so that its code is compiled once; all read one journal.
 */
final class Series {
    private static final AutoCloseable NOTHING = () -> {};

    private final Setting setting;
    private final Path base;
    private final boolean touch;
    private final PrintStream log;
    private final List<Run> runs = new ArrayList<>();

    /**
     * One run of one subject.
     *
     * @param pair number from 1
     * @param subject name of the subject
     * @param delays delays of all rows, in nanoseconds
     */
    record Run(int pair, String subject, Histogram delays) {}

    /**
     * A series.
     *
     * @param base directory for journals and checkpoints, which are made in it
     * @param touch whether pages of the journals are touched ahead
     */
    Series(Setting setting, Path base, boolean touch, PrintStream log) {
        this.setting = setting;
        this.base = base;
        this.touch = touch;
        this.log = log;
    }

    /** Runs everything. */
    List<Run> run(double warmUpSeconds, double seconds, int pairs) throws Exception {
        long rows = Math.max(1, (long) (setting.rate() * seconds));
        long warmUpRows = (long) (setting.rate() * warmUpSeconds);
        EmptyLoop empty = new EmptyLoop(setting);
        try (ChronicleJournal input = ChronicleJournal.create(base.resolve("input"), PacedRows.SCHEMA);
                RowAppender appender = input.openAppender();
                Subject noOp = new NoOpSubject(setting, input, base);
                Subject engine = new EngineSubject(setting, input, base);
                AutoCloseable touching = touching(input, noOp, engine)) {
            log.println(setting.name() + (touching == NOTHING ? "" : ", pages are touched ahead"));
            Phase phase = new Phase(setting.threads(), new Sender(appender, setting));
            empty.run(warmUpRows, Delays.newHistogram());
            phase.run(noOp, warmUpRows, null);
            phase.run(engine, warmUpRows, null);
            for (int pair = 1; pair <= pairs; pair++) {
                Histogram emptyDelays = Delays.newHistogram();
                empty.run(rows, emptyDelays);
                add(pair, "empty", emptyDelays);
                Subject first = pair % 2 == 1 ? noOp : engine;
                measure(phase, pair, first, rows);
                measure(phase, pair, first == noOp ? engine : noOp, rows);
            }
        }
        return runs;
    }

    private AutoCloseable touching(ChronicleJournal input, Subject noOp, Subject engine) {
        if (!touch) {
            return NOTHING;
        }
        List<ChronicleJournal> journals = new ArrayList<>(List.of(input));
        journals.addAll(noOp.outputs());
        journals.addAll(engine.outputs());
        return PageTouch.of(journals.toArray(ChronicleJournal[]::new)).start();
    }

    private void measure(Phase phase, int pair, Subject subject, long rows) {
        Histogram delays = Delays.newHistogram();
        phase.run(subject, rows, delays);
        add(pair, subject.name(), delays);
    }

    private void add(int pair, String subject, Histogram delays) {
        delays.setTag(subject);
        runs.add(new Run(pair, subject, delays));
        log.printf(
                Locale.ROOT,
                "%s pair %d %-6s p50 %.2f us, p99 %.2f, p99.9 %.1f, p99.99 %.1f, max %.1f%n",
                setting.name(),
                pair,
                subject,
                delays.getValueAtPercentile(50) / 1e3,
                delays.getValueAtPercentile(99) / 1e3,
                delays.getValueAtPercentile(99.9) / 1e3,
                delays.getValueAtPercentile(99.99) / 1e3,
                delays.getMaxValue() / 1e3);
    }
}

package io.tidemark.benchmarks.latency;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamWriter;
import io.tidemark.checkpoint.CheckpointSettings;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import java.nio.file.Path;
import java.util.List;

/** The query. */
final class EngineSubject implements Subject {
    private final Delays delays = new Delays();
    private final ChronicleJournal output;
    private final QueryInvoker query;

    /**
     * Opens the query.
     *
     * @param base directory for its output and its checkpoints
     */
    EngineSubject(Setting setting, JournalSource input, Path base) {
        boolean atSink = setting.work().answersEachRow();
        StreamWriter writer = setting.work().query(atSink ? input : new TimedSource(input, delays));
        if (setting.target() == Target.JOURNAL) {
            output = ChronicleJournal.create(base.resolve("engine-output"), Work.OUTPUT);
            JournalSink sink = atSink ? new TimedSink(output, delays) : output;
            writer.to(sink);
        } else {
            output = null;
            writer.foreach(atSink ? (row, sequence) -> delays.arrived(row.getLong(Work.SENT)) : (row, sequence) -> {});
        }
        if (!setting.checkpoints().isZero()) {
            writer.directory(base.resolve("query")).checkpoints(CheckpointSettings.every(setting.checkpoints()));
        }
        query = writer.invoker();
    }

    @Override
    public String name() {
        return "engine";
    }

    @Override
    public int invoke() {
        return query.invoke();
    }

    @Override
    public Delays delays() {
        return delays;
    }

    @Override
    public List<ChronicleJournal> outputs() {
        return output == null ? List.of() : List.of(output);
    }

    @Override
    public void close() {
        query.close();
        if (output != null) {
            output.close();
        }
    }
}

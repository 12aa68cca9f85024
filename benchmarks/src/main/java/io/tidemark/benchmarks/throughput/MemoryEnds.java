package io.tidemark.benchmarks.throughput;

import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Rows from generators in memory, results into a checksum. */
final class MemoryEnds implements Ends {
    private final List<JournalSource> sources = new ArrayList<>();
    private Checksum checksum;

    MemoryEnds(List<EventRows> inputs) {
        for (EventRows input : inputs) {
            sources.add(new GeneratorSource("generator-" + sources.size(), input));
        }
    }

    @Override
    public void open() {
        checksum = new Checksum();
    }

    @Override
    public List<JournalSource> sources() {
        return sources;
    }

    @Override
    public JournalSink sink() {
        return new ChecksumSink(checksum);
    }

    @Override
    public LoopOutput loopOutput(Schema results) {
        return new LoopOutput.ToChecksum(checksum);
    }

    @Override
    public boolean loopsMakeEvents() {
        return true;
    }

    @Override
    public Path scratch() {
        return null;
    }

    @Override
    public Checksum finish() {
        return checksum;
    }

    @Override
    public void close() {
        // Nothing is stored.
    }
}

package io.tidemark.testkit;

import io.tidemark.StreamWriter;
import io.tidemark.engine.PipelineImage;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.state.StateBackendFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * What every operator owes the engine, checked on a query and its input: the output does not depend on polls, backend or pinning, a crash after any row
 * and a restore from any earlier copy or snapshot change nothing, a failing write leaves a query that can start again, and a drain leaves no state.
 *
 * <p>The query is given as a function, since it is opened many times. Its input is a journal in memory; its sink is set by the contract.
 */
public final class OperatorContract {
    private static final int COPIES_KEPT = 12;
    private static final int LIVE_TRIALS = 12;
    private static final int SNAPSHOT_TRIALS = 8;
    /** One of so many lives has a pinned plan. A life of some rows goes by with making and compiling its classes. */
    private static final int LIVES_PER_PINNED_PLAN = 8;

    private final List<MemoryJournal> inputs;
    private final Function<List<JournalSource>, StreamWriter> query;
    private final List<StateBackendFactory> backends;
    private final long seed;
    private final boolean emptyAfterDrain;
    private final List<List<Object>> expected;

    private OperatorContract(
            List<MemoryJournal> inputs,
            Function<List<JournalSource>, StreamWriter> query,
            List<StateBackendFactory> backends,
            long seed,
            boolean emptyAfterDrain) {
        this.inputs = List.copyOf(inputs);
        this.query = query;
        this.backends = List.copyOf(backends);
        this.seed = seed;
        this.emptyAfterDrain = emptyAfterDrain;
        this.expected = undisturbed(this.backends.get(0));
    }

    /**
     * A contract.
     *
     * @param input journal with at least one row
     * @param query the query over it, without sink and state
     * @param backends state backends that have to agree; the first gives the expected output
     * @param seed seed of all random choices; printed when a check fails
     */
    public static OperatorContract of(
            MemoryJournal input,
            Function<JournalSource, StreamWriter> query,
            List<StateBackendFactory> backends,
            long seed) {
        return of(List.of(input), sources -> query.apply(sources.get(0)), backends, seed);
    }

    /**
     * A contract of a query with several inputs. They are read in an order that the seed gives; the contract records it itself.
     *
     * @param inputs journals, of which one at least has a row
     * @param query the query over them, without sink, state and order
     */
    public static OperatorContract of(
            List<MemoryJournal> inputs,
            Function<List<JournalSource>, StreamWriter> query,
            List<StateBackendFactory> backends,
            long seed) {
        return new OperatorContract(inputs, query, backends, seed, true);
    }

    /** The same for a query that keeps state for ever. */
    public OperatorContract keepingState() {
        return new OperatorContract(inputs, query, backends, seed, false);
    }

    /** The rows that come out of an undisturbed run, for a look whether the input says anything. */
    public List<List<Object>> expectedOutput() {
        return expected;
    }

    /** All checks. */
    public void checkAll() {
        checkPolls();
        checkBackends();
        checkPinning();
        checkCrashes();
        checkSnapshots();
        checkLiveOrder();
        checkFailingWrites();
        checkEmptyAfterDrain();
        checkFields();
    }

    /** The output is the same however the input is cut into polls. */
    public void checkPolls() {
        for (int limit : new int[] {1, 2, 3, 7, 64, 1_000}) {
            try (ContractRun run = run(backends.get(0), limit)) {
                run.drain();
                same(run.rows(), "with polls of " + limit);
            }
        }
    }

    /** All backends give the same output. */
    public void checkBackends() {
        for (int i = 0; i < backends.size(); i++) {
            same(undisturbed(backends.get(i)), "on backend " + i);
        }
    }

    /** Nodes with classes of their own give the same output as nodes that share classes. */
    public void checkPinning() {
        for (boolean pinned : new boolean[] {true, false}) {
            try (ContractRun run =
                    new ContractRun(sources -> query.apply(sources).pinned(pinned), input(), backends.get(0), 4)) {
                run.drain();
                same(run.rows(), pinned ? "pinned" : "not pinned");
            }
        }
    }

    /** A crash after every row, with a restore from some earlier copy, changes nothing. */
    public void checkCrashes() {
        for (int i = 0; i < backends.size(); i++) {
            Random random = new Random(seed);
            for (long crashAfter = 0; crashAfter < rows(); crashAfter++) {
                crash(backends.get(i), crashAfter, random, "on backend " + i + ", crash after row " + crashAfter);
            }
        }
    }

    private void crash(StateBackendFactory backend, long crashAfter, Random random, String when) {
        Function<List<JournalSource>, StreamWriter> query = queryOfLife(crashAfter);
        try (MemoryJournal sink = MemoryJournal.output("out");
                ContractInput input = input()) {
            List<PipelineImage> copies = new ArrayList<>();
            try (ContractRun first = new ContractRun(query, input, sink, backend, 1)) {
                copies.add(first.copy());
                while (first.rowsRead() <= crashAfter && first.step()) {
                    if (copies.size() < COPIES_KEPT && random.nextInt(4) == 0) {
                        copies.add(first.copy());
                    }
                }
            }
            PipelineImage image = copies.get(random.nextInt(copies.size()));
            if (random.nextBoolean()) {
                sink.truncate(image.commit().output().sequence() + 1);
            }
            try (ContractRun second = new ContractRun(query, input, sink, backend, 1 + random.nextInt(5))) {
                second.restore(image);
                second.drain();
                same(
                        second.rows(),
                        when + ", restored at positions " + image.commit().positions());
            }
        }
    }

    /** Snapshots that are handed over while rows go on, crashes, and lives that load them and take further ones, change nothing. */
    public void checkSnapshots() {
        for (int i = 0; i < backends.size(); i++) {
            Random random = new Random(seed);
            int snapshots = 0;
            for (int trial = 0; trial < SNAPSHOT_TRIALS; trial++) {
                try (MemoryJournal sink = MemoryJournal.output("out");
                        ContractInput input = input()) {
                    SnapshotLives lives = new SnapshotLives(queryOfLife(trial), input, backends.get(i), random);
                    same(
                            lives.run(sink, 2 + random.nextInt(3), rows()),
                            "on backend " + i + ", lives with snapshots, trial " + trial);
                    snapshots += lives.snapshots();
                }
            }
            check(rows() < COPIES_KEPT || snapshots > 0, "no snapshot was taken on backend " + i);
        }
    }

    /** What a run with several inputs did by itself is repeated by the next one from what it recorded, however far it came. */
    public void checkLiveOrder() {
        if (inputs.size() == 1) {
            return;
        }
        Random random = new Random(seed);
        for (int trial = 0; trial < LIVE_TRIALS; trial++) {
            Function<List<JournalSource>, StreamWriter> query = queryOfLife(trial);
            try (MemoryJournal sink = MemoryJournal.output("out");
                    MemoryJournal again = MemoryJournal.output("out");
                    ContractInput input = ContractInput.unordered(inputs)) {
                try (ContractRun first = new ContractRun(query, input, sink, backends.get(0), 1 + random.nextInt(4))) {
                    long stop = random.nextLong(rows() + 1);
                    while (first.rowsRead() < stop && first.step()) {
                        // Reads until the crash.
                    }
                }
                List<List<Object>> before = sink.rows();
                try (ContractRun second =
                        new ContractRun(query, input, again, backends.get(0), 1 + random.nextInt(4))) {
                    second.drain();
                    List<List<Object>> prefix = second.rows()
                            .subList(0, Math.min(before.size(), second.rows().size()));
                    check(prefix.equals(before), "trial " + trial + ": the recorded order gave another output");
                }
            }
        }
    }

    /** The N-th write fails for every N: the query stops, and started again on the same output it completes it. */
    public void checkFailingWrites() {
        for (long failing = 0; failing < expected.size(); failing++) {
            Function<List<JournalSource>, StreamWriter> query = queryOfLife(failing);
            try (MemoryJournal sink = MemoryJournal.output("out");
                    ContractInput input = input()) {
                boolean failed = false;
                try (ContractRun run =
                        new ContractRun(query, input, new FailingSink(sink, failing), backends.get(0), 3)) {
                    run.drain();
                } catch (FailingSink.Failure e) {
                    failed = true;
                }
                check(failed, "write " + failing + " failed and the query did not say so");
                check(sink.size() == failing, "after write " + failing + " failed the output holds " + sink.size());
                try (ContractRun run = new ContractRun(query, input, sink, backends.get(0), 3)) {
                    run.drain();
                    same(run.rows(), "started again after write " + failing + " failed");
                }
            }
        }
    }

    /** A drain leaves no rows in state. */
    public void checkEmptyAfterDrain() {
        for (int i = 0; i < backends.size() && emptyAfterDrain; i++) {
            try (ContractRun run = run(backends.get(i), 5)) {
                run.drain();
                check(run.stateRows() == 0, "backend " + i + " holds " + run.stateRows() + " rows after a drain");
            }
        }
    }

    /** No operator has a field that changes and is not marked as scratch. */
    public void checkFields() {
        try (ContractRun run = run(backends.get(0), 5)) {
            List<String> fields = MutableFields.of(run.operators());
            check(fields.isEmpty(), "fields that change outside the state registry: " + fields);
        }
    }

    /** That a plan gives the same with and without classes of its own is a check of its own; here some are pinned, most are not. */
    private Function<List<JournalSource>, StreamWriter> queryOfLife(long life) {
        return life % LIVES_PER_PINNED_PLAN == 0
                ? query
                : sources -> query.apply(sources).pinned(false);
    }

    private ContractInput input() {
        return ContractInput.ordered(inputs, seed);
    }

    private long rows() {
        return inputs.stream().mapToLong(MemoryJournal::size).sum();
    }

    private List<List<Object>> undisturbed(StateBackendFactory backend) {
        try (ContractRun run = run(backend, 1)) {
            run.drain();
            return run.rows();
        }
    }

    private ContractRun run(StateBackendFactory backend, int pollLimit) {
        return new ContractRun(query, input(), backend, pollLimit);
    }

    private void same(List<List<Object>> rows, String when) {
        if (rows.equals(expected)) {
            return;
        }
        int at = 0;
        while (at < rows.size() && at < expected.size() && rows.get(at).equals(expected.get(at))) {
            at++;
        }
        String is = at < rows.size() ? rows.get(at).toString() : "nothing";
        String should = at < expected.size() ? expected.get(at).toString() : "nothing";
        check(
                false,
                when + " row " + at + " is " + is + " and should be " + should + " (" + rows.size() + " rows, expected "
                        + expected.size() + ")");
    }

    private void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError("seed " + seed + ": " + otherwise);
        }
    }
}

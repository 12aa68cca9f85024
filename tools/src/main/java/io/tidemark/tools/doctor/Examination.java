package io.tidemark.tools.doctor;

import io.tidemark.QueryDirectory;
import io.tidemark.checkpoint.CheckpointCheck;
import io.tidemark.checkpoint.CheckpointStore;
import io.tidemark.checkpoint.DirectoryLock;
import io.tidemark.checkpoint.LockState;
import io.tidemark.checkpoint.Manifest;
import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.function.UserFunctions;
import io.tidemark.journal.JournalReader;
import io.tidemark.tools.read.OpenedJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The look at one directory with a journal or a query. */
public final class Examination {
    private static final String WRITER_LOCK = "writer.lock";
    private static final long LEAST_FILE_BYTES = 4096;
    private static final String QUERY = "query.json";

    private final Path directory;
    private final long minFreeBytes;
    private final boolean fix;
    private final List<Finding> findings = new ArrayList<>();

    /**
     * A look that has not begun.
     *
     * @param minFreeBytes free bytes that its disk should have
     * @param fix whether leftovers are deleted
     */
    public Examination(Path directory, long minFreeBytes, boolean fix) {
        this.directory = directory;
        this.minFreeBytes = minFreeBytes;
        this.fix = fix;
    }

    /** Whether a directory holds something that can be looked at. */
    public static boolean concerns(Path directory) {
        return isQuery(directory) || OpenedJournal.isJournal(directory) || OpenedJournal.isForeign(directory);
    }

    private static boolean isQuery(Path directory) {
        return Files.exists(directory.resolve(QUERY));
    }

    /** {@code query}, {@code journal} or {@code queue}. */
    public String what() {
        return isQuery(directory) ? "query" : OpenedJournal.isForeign(directory) ? "queue" : "journal";
    }

    /** Looks. */
    public List<Finding> run() throws IOException {
        space();
        try {
            if (isQuery(directory)) {
                query();
            } else if (OpenedJournal.isForeign(directory)) {
                findings.add(Finding.note("Another program wrote it; its records are not tested."));
            } else {
                journal();
            }
        } catch (TidemarkException e) {
            for (Problem problem : e.problems()) {
                findings.add(Finding.fault(problem.code() + ": " + problem.reason(), problem.wayOut()));
            }
        }
        return List.copyOf(findings);
    }

    private void space() throws IOException {
        long free = Files.getFileStore(directory).getUsableSpace();
        if (free < minFreeBytes) {
            findings.add(Finding.fault(
                    "The disk has " + free + " free bytes, and " + minFreeBytes
                            + " are the floor: queries that write here wait.",
                    "Make room, for instance with 'tidemark retain'; a query that waits goes on by itself."));
        }
    }

    private void journal() throws IOException {
        shortFiles();
        lock(LockState.of(directory, WRITER_LOCK), "writer");
        try (ChronicleJournal journal = ChronicleJournal.openReadOnly(directory)) {
            String fault = journal.faultAfter(JournalReader.NO_POSITION);
            if (!fault.isEmpty()) {
                findings.add(Finding.fault(
                        fault,
                        "If it lies at the end, open the journal's writer once: it sets aside what is damaged there. Otherwise restore"
                                + " the journal from a copy."));
            }
        }
    }

    /** Readers pass over a file without a whole head, as if it were not there. */
    private void shortFiles() throws IOException {
        List<Path> files;
        try (Stream<Path> list = Files.list(directory)) {
            files = list.filter(file -> file.toString().endsWith(".cq4"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            long bytes = Files.size(file);
            if (bytes < LEAST_FILE_BYTES) {
                findings.add(Finding.fault(
                        "File '" + file.getFileName() + "' has " + bytes
                                + " bytes, fewer than a file of a journal begins with: it was"
                                + " cut, or its writer ended while it made it. Readers pass over it.",
                        "If it was cut, restore it from a copy. A file that never had a record can stay."));
            }
        }
    }

    private LockState lock(LockState lock, String role) {
        if (lock.holding()) {
            findings.add(Finding.note("The " + role + " is process " + lock.pid() + ", which runs."));
        } else if (lock.pid() >= 0 && !lock.clean()) {
            findings.add(Finding.note("The " + role + ", process " + lock.pid()
                    + ", is gone and did not close it. The next one takes over and looks at the end first."));
        }
        return lock;
    }

    private void query() throws IOException {
        LockState lock = lock(LockState.of(directory, DirectoryLock.FILE_NAME), "engine");
        leftovers(lock);
        QueryDirectory query = QueryDirectory.open(directory, UserFunctions.NONE);
        if (!query.plan().runs()) {
            findings.add(
                    Finding.note("Its plan cannot be run here: " + query.plan().gone() + "."));
        }
        for (Map.Entry<String, String> place : new TreeMap<>(query.query().places()).entrySet()) {
            place(place.getKey(), place.getValue());
        }
        checkpoints(query);
    }

    private void leftovers(LockState lock) throws IOException {
        if (lock.holding()) {
            return;
        }
        for (Path leftover : Leftovers.in(directory)) {
            if (fix) {
                Leftovers.delete(leftover);
                findings.add(Finding.note("Deleted '" + leftover + "', which was left half-written."));
            } else {
                findings.add(Finding.fault(
                        "'" + leftover + "' was left half-written by a process that ended.",
                        "Nothing reads it. --fix deletes it."));
            }
        }
    }

    private void place(String part, String name) {
        Path place;
        try {
            place = Path.of(name);
        } catch (InvalidPathException e) {
            // The name of something that is no directory.
            return;
        }
        if (part.startsWith("source ") && !OpenedJournal.isJournal(place) && !OpenedJournal.isForeign(place)) {
            findings.add(Finding.fault(
                    "Its journal '" + part + "' is '" + name + "', and there is no journal there.",
                    "Names without a leading / count from the directory in which the query was started: look from there. Or the journal"
                            + " was moved, or lives in memory."));
        }
    }

    private void checkpoints(QueryDirectory query) {
        CheckpointStore store = query.checkpoints();
        List<Manifest> manifests = store.manifests();
        List<String> faults = new ArrayList<>(store.faults());
        boolean usable = false;
        for (Manifest manifest : manifests) {
            CheckpointCheck check = store.check(manifest);
            faults.addAll(check.sentences());
            usable |= check.use() != CheckpointCheck.Use.DAMAGED;
        }
        String wayOut = usable
                ? "A start goes on from a checkpoint that is whole; 'tidemark restart-check' says from which. Do not delete files here."
                : "Restore the folder 'checkpoint' from a copy. Without one only startOver() is left, which reads the sources from their start.";
        faults.forEach(fault -> findings.add(Finding.fault(fault, wayOut)));
        if (manifests.isEmpty() && query.query().checkpointed() && faults.isEmpty()) {
            findings.add(Finding.fault("The query made checkpoints, and none is there.", wayOut));
        }
    }
}

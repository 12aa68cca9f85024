package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.rollcycles.LargeRollCycles;

/**
 * Deletes old files of a journal that no reader needs.
 *
 * <p>Readers of a journal register with the position that they are done with, and again as they go on. A file may go when it is too old or the
 * files from it on are too many, and all that it holds lies before every registered or protected position. Files go from the oldest on, never
 * the newest one; what stays keeps its positions. A reader that stands in a file which is gone gets {@code SOURCE_RETENTION_GAP}. Any
 * thread, and any process with the right to write.
 */
public final class JournalRetention {
    private final Path directory;
    private final LongSupplier nowMs;
    private final ReaderRegistry registry;

    JournalRetention(Path directory, LongSupplier nowMs) {
        this.directory = directory;
        this.nowMs = nowMs;
        this.registry = new ReaderRegistry(directory);
    }

    /**
     * Retention of the journal that must be there.
     *
     * @throws TidemarkException {@code JOURNAL_MISSING}, {@code JOURNAL_INVALID}
     */
    public static JournalRetention of(Path directory) {
        Objects.requireNonNull(directory, "directory");
        JournalDirectory.readSchema(directory);
        return new JournalRetention(directory, System::currentTimeMillis);
    }

    /**
     * Registers a reader, or notes how far it has come.
     *
     * @param name letters, digits, '.', '_' and '-'
     * @param position of the last record that it is done with, or {@link JournalReader#NO_POSITION} to keep all
     * @param expiry for how long files are kept for it when it does not call again
     * @throws TidemarkException {@code SETTING_INVALID}, {@code IO_FAILED}
     */
    public void register(String name, long position, Duration expiry) {
        if (expiry.isNegative() || expiry.isZero() || expiry.compareTo(Duration.ofDays(36_500)) > 0) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "A reader cannot expire after " + expiry + ".",
                    "Use a positive span of at most 36500 days.");
        }
        registry.put(new RegisteredReader(name, position, nowMs.getAsLong(), expiry.toMillis()));
    }

    /** Forgets a reader that needs the journal no more. */
    public void release(String name) {
        registry.remove(name);
    }

    /**
     * The registered readers, by name.
     *
     * @throws TidemarkException {@code JOURNAL_INVALID} naming a file that cannot be understood
     */
    public List<RegisteredReader> readers() {
        return registry.all();
    }

    /**
     * Says which files may go, and changes nothing.
     *
     * @param keepBytes files are too many when those from one on are larger together; {@link Long#MAX_VALUE} for no limit
     * @param keepAge a file is too old when its roll cycle ended before that; null for no limit
     * @param protectedPositions further positions, such as those of a checkpoint, whose files and all newer ones stay
     */
    public RetentionPlan plan(long keepBytes, Duration keepAge, long... protectedPositions) {
        return plan(
                keepBytes,
                keepAge,
                Arrays.stream(protectedPositions)
                        .mapToObj(position -> new Need("a checkpoint or caller", position))
                        .toList());
    }

    /**
     * As {@link #plan(long, Duration, long...)}, with names of those that need the positions, which the plan then says.
     *
     * @param needs who needs the files from where on
     */
    public RetentionPlan plan(long keepBytes, Duration keepAge, List<Need> needs) {
        long now = nowMs.getAsLong();
        RollCycle rollCycle = QueueFiles.rollCycleOf(directory, LargeRollCycles.LARGE_DAILY);
        List<RegisteredReader> expired = new ArrayList<>();
        Holds holds = new Holds(rollCycle);
        for (RegisteredReader reader : readers()) {
            if (reader.isExpired(now)) {
                expired.add(reader);
            } else {
                holds.add(reader.position(), "reader '" + reader.name() + "'");
            }
        }
        needs.forEach(need -> holds.add(need.position(), need.who()));
        return new RetentionPlan(entries(rollCycle, holds, keepBytes, oldestEndMs(now, keepAge)), expired);
    }

    /**
     * Somebody who needs a journal from a position on without being registered.
     *
     * @param who how it is named in the plan
     * @param position of the last record that it is done with, or {@link JournalReader#NO_POSITION} to keep all
     */
    public record Need(String who, long position) {}

    /**
     * Deletes the files that a plan lets go, oldest first, and stops at the first that cannot be deleted.
     *
     * @param dryRun whether it is only said what would be done
     * @return a sentence for each file of the plan and each expired reader
     */
    public List<String> apply(RetentionPlan plan, boolean dryRun) {
        List<String> report = new ArrayList<>();
        for (RegisteredReader reader : plan.expired()) {
            report.add("Reader '" + reader.name() + "' at position " + Long.toHexString(reader.position())
                    + " (hex) has expired: no file is kept for it.");
        }
        boolean stopped = false;
        for (RetentionPlan.Entry entry : plan.files()) {
            String name = entry.file().getFileName().toString();
            if (!entry.goes()) {
                report.add(name + " stays: " + entry.reason());
            } else if (stopped) {
                report.add(name + " stays: An older file could not be deleted.");
            } else {
                String holders = holders(entry.file());
                String failure = dryRun ? null : delete(entry.file());
                stopped = failure != null;
                report.add(name
                        + (stopped ? " stays: " + failure : (dryRun ? " would go: " : " is deleted: ") + entry.reason())
                        + holders);
            }
        }
        return report;
    }

    private List<RetentionPlan.Entry> entries(RollCycle rollCycle, Holds holds, long keepBytes, long oldestEndMs) {
        List<Path> files = QueueFiles.cycleFiles(directory);
        long left = files.stream().mapToLong(JournalRetention::bytes).sum();
        List<RetentionPlan.Entry> entries = new ArrayList<>();
        boolean going = true;
        for (int i = 0; i < files.size(); i++) {
            Path file = files.get(i);
            int cycle = QueueFiles.cycleOf(rollCycle, file);
            long bytes = bytes(file);
            long endMs = (cycle + 1L) * rollCycle.lengthInMillis();
            String needless = endMs < oldestEndMs
                    ? "It is older than asked for."
                    : left > keepBytes ? "The files from it on have " + left + " bytes, more than asked for." : null;
            String held = held(cycle, i == files.size() - 1, needless, holds);
            if (held == null && !going) {
                held = "An older file stays.";
            }
            going &= held == null;
            entries.add(new RetentionPlan.Entry(file, cycle, bytes, held == null, held == null ? needless : held));
            left -= bytes;
        }
        return entries;
    }

    private static String held(int cycle, boolean newest, String needless, Holds holds) {
        if (newest) {
            return "It is the newest file.";
        }
        if (cycle < 0) {
            return "Its name is not one of the journal's roll cycle.";
        }
        String holder = holds.holderOf(cycle);
        if (holder != null) {
            return holder;
        }
        return needless == null ? "It is neither too old nor too much." : null;
    }

    private static long oldestEndMs(long now, Duration keepAge) {
        if (keepAge == null) {
            return Long.MIN_VALUE;
        }
        long ageMs = keepAge.compareTo(Duration.ofMillis(now)) > 0 ? now : keepAge.toMillis();
        return now - ageMs;
    }

    private static long bytes(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            // Deleted since it was listed.
            return 0;
        } catch (IOException e) {
            throw new TidemarkException(
                    ErrorCode.IO_FAILED,
                    "File '" + file + "' cannot be looked at: " + e + ".",
                    "Check the disk and the permissions.",
                    e);
        }
    }

    private static String holders(Path file) {
        Set<Long> processes = OpenFiles.holders(file);
        return processes.isEmpty()
                ? ""
                : " Held open by " + processes + ": its space is free once these processes close it.";
    }

    private static String delete(Path file) {
        try {
            Files.deleteIfExists(file);
            return null;
        } catch (IOException e) {
            return "It cannot be deleted: " + e + ".";
        }
    }

    /** The oldest position that somebody needs. */
    private static final class Holds {
        private final RollCycle rollCycle;
        private long oldest = Long.MAX_VALUE;
        private String holder;

        Holds(RollCycle rollCycle) {
            this.rollCycle = rollCycle;
        }

        void add(long position, String who) {
            if (position < oldest) {
                oldest = position;
                holder = who;
            }
        }

        /** Who needs the file of a cycle, as a sentence, or null. */
        String holderOf(int cycle) {
            if (holder == null || oldest >= 0 && cycle < rollCycle.toCycle(oldest)) {
                return null;
            }
            return oldest < 0
                    ? "Needed by " + holder + ", which has read nothing yet."
                    : "Needed by " + holder + " at position " + Long.toHexString(oldest) + " (hex).";
        }
    }
}

package io.tidemark.tools.diff;

import io.tidemark.tools.read.OpenedJournal;
import io.tidemark.tools.read.Progress;
import io.tidemark.tools.read.RowTest;
import io.tidemark.tools.read.RowTests;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.function.Consumer;

/** Compares the rows of two journals. One use. */
public final class JournalDiff {
    private final OpenedJournal journalA;
    private final OpenedJournal journalB;
    private final Settings settings;
    private final ComparedColumns columns;
    private JournalSide a;
    private JournalSide b;
    private DiffOutcome outcome;
    private String how;

    /**
     * A comparison that has not begun.
     *
     * @throws io.tidemark.error.TidemarkException {@code COLUMN_UNKNOWN}
     */
    public JournalDiff(OpenedJournal journalA, OpenedJournal journalB, Settings settings) {
        this.journalA = journalA;
        this.journalB = journalB;
        this.settings = settings;
        this.columns = ComparedColumns.of(journalA.schema(), journalB.schema(), settings.ignored(), settings.key());
    }

    /** Which rows belong together where no key is given. */
    public enum By {
        /** Those with the same sequence; those of the same number where a journal stores no sequences. */
        SEQUENCE,
        /** The n-th of both. */
        ORDER,
        /** Those with the same content, wherever they stand. */
        SET
    }

    /**
     * How journals are compared.
     *
     * @param key columns that say which rows belong together, or none
     * @param ignored columns that are not looked at
     * @param filter expression for rows that are wanted, or null
     * @param memoryBytes greatest estimate of memory for rows of a comparison by key or as sets
     * @param shownKeys number of keys whose counts are shown
     * @param skipA so many rows of the first journal are passed over
     * @param skipB so many rows of the second journal are passed over
     */
    public record Settings(
            List<String> key,
            List<String> ignored,
            By by,
            String filter,
            long memoryBytes,
            int shownKeys,
            long skipA,
            long skipB) {
        /** Copies the lists. */
        public Settings {
            key = List.copyOf(key);
            ignored = List.copyOf(ignored);
        }
    }

    /**
     * Compares.
     *
     * @param report takes every difference as CSV, or null
     * @param faults takes a sentence for each record that cannot be decoded
     */
    public void run(Writer report, Progress progress, Consumer<String> faults) throws IOException {
        outcome =
                new DiffOutcome(columns, settings.shownKeys(), report == null ? null : new DiffReport(columns, report));
        a = side(journalA, settings.skipA(), progress, faults);
        b = side(journalB, settings.skipB(), progress, faults);
        if (settings.key().isEmpty() && settings.by() != By.SET) {
            byNumber();
        } else {
            boolean set = settings.key().isEmpty();
            int passes = new KeyedComparison(a, b, set, settings.memoryBytes(), outcome).run();
            how = (set ? "as sets" : "by key " + String.join(", ", settings.key()))
                    + (passes == 1 ? "" : ", read " + passes + " times");
        }
    }

    private JournalSide side(OpenedJournal journal, long skip, Progress progress, Consumer<String> faults) {
        RowTest test = settings.filter() == null ? RowTest.ALL : RowTests.filter(settings.filter(), journal.schema());
        return new JournalSide(
                journal, test, columns, skip, progress, fault -> faults.accept(journal.directory() + ": " + fault));
    }

    private void byNumber() throws IOException {
        boolean sequences = settings.by() == By.SEQUENCE && numbered(a) && numbered(b);
        how = sequences ? "by sequence" : "by order";
        ComparedRow rowA = a.next();
        ComparedRow rowB = b.next();
        while (rowA != null || rowB != null) {
            int order = rowA == null
                    ? 1
                    : rowB == null ? -1 : Long.compare(number(rowA, sequences), number(rowB, sequences));
            if (order == 0 && rowA.same(rowB)) {
                outcome.same++;
            } else {
                outcome.add(new Finding(order <= 0 ? rowA : null, order >= 0 ? rowB : null));
            }
            rowA = order <= 0 ? a.next() : rowA;
            rowB = order >= 0 ? b.next() : rowB;
        }
    }

    private static boolean numbered(JournalSide side) {
        return side.peek() == null || side.peek().sequence() >= 0;
    }

    private static long number(ComparedRow row, boolean sequences) {
        return sequences ? row.sequence() : row.ordinal();
    }

    /** Whether both have the same columns and rows, but for what is ignored. */
    public boolean equal() {
        return outcome.equal();
    }

    /** Records of both that cannot be decoded, and so were not compared. */
    public long damaged() {
        return a.damaged() + b.damaged();
    }

    /** The result for people. */
    public void writeText(Writer out) throws IOException {
        new DiffText(outcome).write(journalA, a.rows(), journalB, b.rows(), how, out);
    }

    /** The result for programs. */
    public void writeJson(Writer out) throws IOException {
        new DiffJson(outcome).write(journalA, a.rows(), journalB, b.rows(), how, out);
    }
}

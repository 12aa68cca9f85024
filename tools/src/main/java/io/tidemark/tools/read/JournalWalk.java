package io.tidemark.tools.read;

import io.tidemark.chronicle.JournalFile;
import io.tidemark.chronicle.JournalFiles;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Goes over the wanted records of a journal, forward or backward. A record that cannot be decoded is wanted wherever it lies between the first and the last
 * position. One use, one thread.
 */
public final class JournalWalk {
    private static final int BATCH = 256;
    private static final int CHUNK = 1024;
    private static final long FOLLOW_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final JournalReader reader;
    private final JournalFiles files;
    private final RowTest test;
    private final WalkBounds bounds;
    private final Progress progress;
    private RecordSink sink;
    private long toSkip;
    private long remaining;
    private long from;
    private boolean passed;
    private long looked;

    /**
     * A walk that has not begun.
     *
     * @param files files of the journal as they are now
     */
    public JournalWalk(JournalReader reader, JournalFiles files, RowTest test, WalkBounds bounds, Progress progress) {
        this.reader = reader;
        this.files = files;
        this.test = test;
        this.bounds = bounds;
        this.progress = progress;
        this.toSkip = bounds.skip();
        this.remaining = bounds.limit();
    }

    /** Hands over what there is now. */
    public void run(RecordSink target) throws IOException {
        sink = target;
        try {
            if (bounds.reverse()) {
                backward();
            } else {
                forwardToEnd();
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        sink.flush();
    }

    /** Hands over what there is and what comes, until enough was handed over or the thread is interrupted. */
    public void follow(RecordSink target) throws IOException {
        sink = target;
        try {
            start();
            while (wants() && !Thread.currentThread().isInterrupted()) {
                if (poll() == 0) {
                    sink.flush();
                    LockSupport.parkNanos(FOLLOW_PAUSE_NS);
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        sink.flush();
    }

    /** Records that were looked at. */
    public long looked() {
        return looked;
    }

    private boolean wants() {
        return remaining > 0 && !passed;
    }

    private void forwardToEnd() {
        start();
        long end = reader.endPosition();
        while (wants() && reader.position() < end && poll() > 0) {
            progress.at(looked);
        }
    }

    private void start() {
        long first = bounds.from();
        if (bounds.last() == 0) {
            remaining = 0;
        } else if (bounds.last() < Long.MAX_VALUE) {
            first = Math.max(first, nthFromEnd(bounds.last()));
        }
        reader.moveAfter(files.before(first));
        from = first;
    }

    private int poll() {
        return reader.poll(forward, (int) Math.min(BATCH, Math.max(1, remaining)));
    }

    private final RecordHandler forward = new RecordHandler() {
        @Override
        public void onRow(RowView row) {
            looked++;
            if (isInside(row) && test.accepts(row, reader.sequence()) && counts()) {
                deliver(row, null);
            }
        }

        @Override
        public void onInvalid(RowView record, String reason) {
            looked++;
            if (isInside(record) && counts()) {
                deliver(record, reason);
            }
        }
    };

    private boolean isInside(RowView row) {
        passed |= row.position() > bounds.to();
        return !passed && remaining > 0 && row.position() >= from;
    }

    private boolean counts() {
        if (toSkip > 0) {
            toSkip--;
            return false;
        }
        remaining--;
        return true;
    }

    private void deliver(RowView row, String reason) {
        try {
            if (reason == null) {
                sink.onRow(row, reader.sequence());
            } else {
                sink.onInvalid(row, reason);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Position of the wanted record so many before the end, or -1 when there are not so many. */
    private long nthFromEnd(long wanted) {
        long[] left = {wanted};
        long[] found = {JournalReader.NO_POSITION};
        chunks(positions -> {
            if (positions.size() >= left[0]) {
                found[0] = positions.get((int) (positions.size() - left[0]));
                return false;
            }
            left[0] -= positions.size();
            return true;
        });
        return found[0];
    }

    private void backward() {
        long[] left = {bounds.last()};
        RecordHandler one = new RecordHandler() {
            @Override
            public void onRow(RowView row) {
                deliver(row, null);
            }

            @Override
            public void onInvalid(RowView record, String reason) {
                deliver(record, reason);
            }
        };
        chunks(positions -> {
            for (int i = positions.size() - 1; i >= 0 && remaining > 0 && left[0] > 0; i--, left[0]--) {
                if (counts()) {
                    reader.moveAfter(files.before(positions.get(i)));
                    reader.poll(one, 1);
                }
            }
            progress.at(looked);
            return remaining > 0 && left[0] > 0;
        });
    }

    /** Takes the wanted positions of one chunk after the other, the last one first. */
    @FunctionalInterface
    private interface ChunkHandler {
        boolean wantsMore(List<Long> positions);
    }

    private void chunks(ChunkHandler handler) {
        for (int i = files.files().size() - 1; i >= 0; i--) {
            JournalFile file = files.files().get(i);
            long first = Math.max(file.firstPosition(), bounds.from());
            for (long end = Math.min(file.lastPosition(), bounds.to()); end >= first; end -= CHUNK) {
                if (!handler.wantsMore(wanted(Math.max(first, end - CHUNK + 1), end))) {
                    return;
                }
            }
        }
    }

    private List<Long> wanted(long first, long end) {
        List<Long> positions = new ArrayList<>();
        reader.moveAfter(files.before(first));
        RecordHandler collect = new RecordHandler() {
            @Override
            public void onRow(RowView row) {
                looked++;
                if (row.position() <= end && test.accepts(row, reader.sequence())) {
                    positions.add(row.position());
                }
            }

            @Override
            public void onInvalid(RowView record, String reason) {
                looked++;
                if (record.position() <= end) {
                    positions.add(record.position());
                }
            }
        };
        while (reader.position() < end
                && reader.poll(collect, (int) Math.min(BATCH, end - Math.max(first - 1, reader.position()))) > 0) {
            // one batch after the other
        }
        return positions;
    }
}

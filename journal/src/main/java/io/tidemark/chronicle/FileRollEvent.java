package io.tidemark.chronicle;

import java.io.File;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import net.openhft.chronicle.queue.impl.StoreFileListener;

/** Flight recorder: an appender went on in another file of its journal. Off unless a recording asks for it. */
@Name("tidemark.FileRoll")
@Label("File Roll")
@Description("An appender went on in another file of its journal.")
@Category("Tidemark")
@Enabled(false)
@StackTrace(false)
final class FileRollEvent extends Event {
    @Label("Journal")
    String journal;

    @Label("Cycle")
    int cycle;

    @Label("File")
    String file;

    private FileRollEvent() {}

    /** Sees the files that the queue of an appender opens; the first one is not a roll. */
    static StoreFileListener listener(String journal) {
        return new Rolls(journal);
    }

    /** Called late in the life of a process, too, so no lambda: JDK 17 fails when it takes one from a class archive then. */
    private static final class Rolls implements StoreFileListener {
        private static final int NONE = -1;

        private final String journal;
        private final AtomicInteger last = new AtomicInteger(NONE);

        Rolls(String journal) {
            this.journal = journal;
        }

        @Override
        public void onAcquired(int cycle, File file) {
            int before = last.get();
            while (cycle > before && !last.compareAndSet(before, cycle)) {
                before = last.get();
            }
            if (before != NONE && cycle > before) {
                FileRollEvent event = new FileRollEvent();
                if (event.shouldCommit()) {
                    event.journal = journal;
                    event.cycle = cycle;
                    event.file = file.getName();
                    event.commit();
                }
            }
        }

        @Override
        public void onReleased(int cycle, File file) {
            // A file that is left says nothing.
        }
    }
}

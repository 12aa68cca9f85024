package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Forces the files of a journal to disk: those from the newest one on that was there the last time, at first all of them, the table and the
 * directory. Any thread; two calls wait for each other.
 */
final class JournalForce {
    private final Path directory;
    private String newestForced = "";

    JournalForce(Path directory) {
        this.directory = directory;
    }

    /** @throws TidemarkException {@code IO_FAILED} */
    synchronized void force() {
        List<Path> files = QueueFiles.cycleFiles(directory);
        String newest = newestForced;
        for (Path file : files) {
            String name = file.getFileName().toString();
            if (name.compareTo(newestForced) >= 0) {
                force(file);
                newest = name;
            }
        }
        force(directory.resolve(QueueFiles.METADATA));
        force(directory);
        newestForced = newest;
    }

    private static void force(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (NoSuchFileException e) {
            // Deleted by retention since it was listed: nothing to keep.
            return;
        } catch (IOException e) {
            throw new TidemarkException(
                    ErrorCode.IO_FAILED,
                    "'" + file + "' cannot be forced to disk: " + e + ".",
                    "Check the disk. What was written since the last force may be lost when the machine stops.",
                    e);
        }
    }
}

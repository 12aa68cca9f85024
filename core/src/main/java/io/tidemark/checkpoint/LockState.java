package io.tidemark.checkpoint;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Who holds a {@link DirectoryLock}, as far as it can be told without touching the lock: nothing is locked or written, so that nobody is held up.
 *
 * @param holding whether a process holds it
 * @param pid process that holds it or held it last, or -1 when nobody ever did
 * @param clean whether the last holder closed everything before it released the lock
 */
public record LockState(boolean holding, long pid, boolean clean) {
    private static final Path LOCKS = Path.of("/proc/locks");
    private static final long CLOCK_STEP_SECONDS = 2;

    /**
     * Looks at a lock file. A process holds it if the file names it and no clean stop, it runs in this boot since before it wrote the file, and, where the
     * system lists locks, the list has one on this file.
     *
     * @param fileName name of the lock file, such as {@link DirectoryLock#FILE_NAME}
     * @throws TidemarkException {@code IO_FAILED}
     */
    public static LockState of(Path directory, String fileName) {
        Path file = directory.resolve(fileName);
        try {
            // Closing a channel of the file would drop the lock that this process has on it.
            return DirectoryLock.isHeldHere(directory, fileName)
                    ? new LockState(true, ProcessHandle.current().pid(), false)
                    : read(file);
        } catch (NoSuchFileException e) {
            // Nobody ever took it.
            return new LockState(false, -1, true);
        } catch (IOException e) {
            throw new TidemarkException(
                    ErrorCode.IO_FAILED,
                    "The lock file '" + file + "' cannot be read: " + e + ".",
                    "Check its permissions.",
                    e);
        }
    }

    private static LockState read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            LockRecord record = LockRecord.read(channel);
            boolean holding = record.pid() >= 0
                    && !record.clean()
                    && record.bootId().equals(LockRecord.currentBootId())
                    && runsSince(record.pid(), Files.getLastModifiedTime(file).toInstant())
                    && isListed(file);
            return new LockState(holding, record.pid(), record.clean());
        }
    }

    /** A process that began after the file was written has the number of one that is gone. */
    private static boolean runsSince(long pid, Instant written) {
        Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
        return process.isPresent()
                && process.get()
                        .info()
                        .startInstant()
                        .map(start -> !start.isAfter(written.plusSeconds(CLOCK_STEP_SECONDS)))
                        .orElse(true);
    }

    /** Whether the system has a lock on a file; true where it lists none at all. */
    private static boolean isListed(Path file) throws IOException {
        if (!Files.isReadable(LOCKS)) {
            return true;
        }
        List<String> locks = Files.readAllLines(LOCKS);
        if (locks.isEmpty()) {
            return true;
        }
        String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
        return locks.stream().anyMatch(lock -> lock.contains(inode));
    }
}

package io.tidemark.checkpoint;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The exclusive lock on a directory: one query at a time, in this process or any other.
 *
 * <p>The lock is a lock of the operating system on a file of the directory, {@code engine.lock}; it goes when the holder closes it or dies,
 * however it dies. What the file says, process id, boot id and whether the last stop was clean, is for messages and for
 * recovery; it never decides who holds the lock. Any thread may close it; closing twice is allowed.
 */
public final class DirectoryLock implements AutoCloseable {
    /** Name of the lock file in the directory. */
    public static final String FILE_NAME = "engine.lock";

    // Closing any channel of a file drops this process's locks on it, so a second query must be refused before it opens
    // one.
    private static final Set<Object> HELD = ConcurrentHashMap.newKeySet();

    /** A file, whatever path leads to it. */
    private record Key(Object directory, String fileName) {}

    private final Path directory;
    private final Key key;
    private final FileChannel channel;
    private final LockRecord previous;
    private boolean clean;
    private boolean suspect;
    private boolean closed;

    private DirectoryLock(Path directory, Key key, FileChannel channel, LockRecord previous) {
        this.directory = directory;
        this.key = key;
        this.channel = channel;
        this.previous = previous;
    }

    /**
     * Takes the lock on a directory, which is made when it is missing.
     *
     * @throws TidemarkException {@code DIRECTORY_IN_USE} with the holder's process id, {@code IO_FAILED}
     */
    public static DirectoryLock acquire(Path directory) {
        return acquire(directory, FILE_NAME);
    }

    /**
     * Takes a lock on a directory that is separate from that of a query, such as the lock of a journal's writer.
     *
     * @param fileName name of the lock file in the directory
     * @throws TidemarkException {@code DIRECTORY_IN_USE} with the holder's process id, {@code IO_FAILED}
     */
    public static DirectoryLock acquire(Path directory, String fileName) {
        Key key;
        try {
            Files.createDirectories(directory);
            key = new Key(keyOf(directory), fileName);
        } catch (IOException e) {
            throw failed(directory, e);
        }
        if (!HELD.add(key)) {
            throw inUse(
                    directory,
                    "another query of this process, pid "
                            + ProcessHandle.current().pid());
        }
        boolean held = false;
        try {
            DirectoryLock lock = lock(directory, key);
            held = true;
            return lock;
        } catch (IOException e) {
            throw failed(directory, e);
        } finally {
            if (!held) {
                HELD.remove(key);
            }
        }
    }

    /** The directory that is locked. */
    public Path directory() {
        return directory;
    }

    /** Whether a holder before this one wrote to the lock file. */
    public boolean wasUsedBefore() {
        return previous.pid() >= 0;
    }

    /** Whether the directory is new or its last holder called {@link #markClean}. */
    public boolean lastStopWasClean() {
        return !wasUsedBefore() || previous.clean();
    }

    /**
     * Whether the machine may have stopped under the last holder: it left no clean mark, and the operating system runs since
     * a later boot or that cannot be told, or it called {@link #markSuspect}. What it wrote is then not all on disk. Stays true for the holders that
     * follow until one calls {@link #markTailChecked} or {@link #markClean}, so that a check which is itself killed is done again.
     */
    public boolean machineMayHaveStopped() {
        return previous.machineMayHaveStopped();
    }

    /**
     * Notes that what was written last before {@link #machineMayHaveStopped} was looked at and mended.
     *
     * @throws TidemarkException {@code IO_FAILED}
     */
    public synchronized void markTailChecked() {
        if (!machineMayHaveStopped()) {
            return;
        }
        try {
            LockRecord.ofThisProcess(false, false).write(channel);
        } catch (IOException e) {
            throw failed(directory, e);
        }
    }

    /**
     * Notes that writing failed, so that what was written last may be broken: {@link #machineMayHaveStopped} is true for the next holder,
     * and {@link #markClean} counts for nothing.
     *
     * @throws TidemarkException {@code IO_FAILED}
     */
    public synchronized void markSuspect() {
        if (suspect || closed) {
            return;
        }
        try {
            LockRecord.ofThisProcess(false, true).write(channel);
            suspect = true;
        } catch (IOException e) {
            throw failed(directory, e);
        }
    }

    /** Notes that everything in the directory is closed and written; call it last before {@link #close}. */
    public synchronized void markClean() {
        clean = true;
    }

    /** Releases the lock. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try (channel) {
            if (clean && !suspect) {
                LockRecord.ofThisProcess(true, false).write(channel);
            }
        } catch (IOException e) {
            throw failed(directory, e);
        } finally {
            HELD.remove(key);
        }
    }

    private static DirectoryLock lock(Path directory, Key key) throws IOException {
        FileChannel channel = FileChannel.open(
                directory.resolve(key.fileName()),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        boolean held = false;
        try {
            FileLock lock = channel.tryLock();
            LockRecord record = LockRecord.read(channel);
            if (lock == null) {
                throw inUse(directory, record.pid() < 0 ? "another process" : "process " + record.pid());
            }
            LockRecord.ofThisProcess(false, record.machineMayHaveStopped()).write(channel);
            held = true;
            return new DirectoryLock(directory, key, channel, record);
        } catch (OverlappingFileLockException e) {
            // Held through another class loader of this process: closing the channel would drop that lock, so it stays
            // open.
            held = true;
            throw inUse(
                    directory, "this process, pid " + ProcessHandle.current().pid());
        } finally {
            if (!held) {
                channel.close();
            }
        }
    }

    /** Whether this process holds a lock through this class. */
    static boolean isHeldHere(Path directory, String fileName) throws IOException {
        return HELD.contains(new Key(keyOf(directory), fileName));
    }

    private static Object keyOf(Path directory) throws IOException {
        Object file = Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
        return file == null ? directory.toRealPath() : file;
    }

    private static TidemarkException inUse(Path directory, String holder) {
        return new TidemarkException(
                ErrorCode.DIRECTORY_IN_USE,
                "Directory '" + directory + "' is held by " + holder + ".",
                "Close the other one first, or use another directory.");
    }

    private static TidemarkException failed(Path directory, IOException cause) {
        String link = DanglingLink.on(directory);
        if (!link.isEmpty()) {
            return new TidemarkException(
                    ErrorCode.IO_FAILED, link, "Make the directory that it points to, or remove the link.", cause);
        }
        return new TidemarkException(
                ErrorCode.IO_FAILED,
                "The lock file of '" + directory + "' failed: " + cause + ".",
                "Check that the path is a directory that this process may write to.",
                cause);
    }
}

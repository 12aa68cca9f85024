package io.tidemark.checkpoint;

import io.tidemark.checkpoint.FileHook.FileCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Every call on a file of the checkpoint directory, each announced to the hook first. No state but names; any thread. */
final class CheckpointFolder {
    private final Path directory;
    private final FileHook hook;

    CheckpointFolder(Path directory, FileHook hook) {
        this.directory = directory;
        this.hook = hook;
    }

    Path directory() {
        return directory;
    }

    Path path(String name) {
        return directory.resolve(name);
    }

    /** Makes the directory when it is missing, so that it survives a stop of the machine. */
    void make() throws IOException {
        if (!Files.isDirectory(directory)) {
            hook.before(FileCall.MAKE_DIRECTORY, directory);
            Files.createDirectories(directory);
            forceDirectory(directory.toAbsolutePath().getParent());
        }
    }

    /** Names of all files, in no order; empty when the directory is missing. */
    List<String> list() throws IOException {
        hook.before(FileCall.LIST, directory);
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            files.forEach(file -> names.add(file.getFileName().toString()));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return names;
    }

    /** A new file that can be written and read. */
    FileChannel create(Path file) throws IOException {
        hook.before(FileCall.CREATE, file);
        return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.READ);
    }

    FileChannel open(Path file) throws IOException {
        hook.before(FileCall.OPEN, file);
        return FileChannel.open(file, StandardOpenOption.READ);
    }

    /** Writes all that remains in {@code bytes}. */
    void write(FileChannel channel, Path file, ByteBuffer bytes, long position) throws IOException {
        hook.before(FileCall.WRITE, file);
        for (long at = position; bytes.hasRemaining(); ) {
            at += channel.write(bytes, at);
        }
    }

    /** Fills what remains in {@code bytes}, or less at the end of the file. */
    void read(FileChannel channel, Path file, ByteBuffer bytes, long position) throws IOException {
        hook.before(FileCall.READ, file);
        for (long at = position; bytes.hasRemaining(); ) {
            int read = channel.read(bytes, at);
            if (read < 0) {
                return;
            }
            at += read;
        }
    }

    void force(FileChannel channel, Path file) throws IOException {
        hook.before(FileCall.FORCE, file);
        channel.force(true);
    }

    void rename(Path from, Path to) throws IOException {
        hook.before(FileCall.RENAME, to);
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    void forceDirectory() throws IOException {
        forceDirectory(directory);
    }

    void delete(Path file) throws IOException {
        hook.before(FileCall.DELETE, file);
        Files.deleteIfExists(file);
    }

    private void forceDirectory(Path path) throws IOException {
        hook.before(FileCall.FORCE_DIRECTORY, path);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}

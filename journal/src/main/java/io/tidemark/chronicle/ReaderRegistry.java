package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** The files {@code readers/<name>.json} of a journal. Each is replaced in one step, so any process may write its own. */
final class ReaderRegistry {
    private static final String FOLDER = "readers";
    private static final String SUFFIX = ".json";
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,99}";

    private final Path folder;

    ReaderRegistry(Path directory) {
        this.folder = directory.resolve(FOLDER);
    }

    void put(RegisteredReader reader) {
        Path file = file(reader.name());
        Path temporary = folder.resolve(
                "." + reader.name() + "." + ProcessHandle.current().pid());
        try {
            Files.createDirectories(folder);
            try (FileChannel channel = FileChannel.open(
                    temporary,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                ByteBuffer bytes = ByteBuffer.wrap(reader.toJson().getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    void remove(String name) {
        Path file = file(name);
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    List<RegisteredReader> all() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .sorted()
                    .map(RegisteredReader::read)
                    .toList();
        } catch (IOException e) {
            throw failed(folder, e);
        }
    }

    private Path file(String name) {
        if (!name.matches(NAME)) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "A reader cannot be called '" + name + "'.",
                    "Use 1 to 100 letters, digits, '.', '_' and '-', beginning with a letter or digit.");
        }
        return folder.resolve(name + SUFFIX);
    }

    private static TidemarkException failed(Path path, IOException cause) {
        return new TidemarkException(
                ErrorCode.IO_FAILED,
                "'" + path + "' failed: " + cause + ".",
                "Check the disk and the permissions.",
                cause);
    }
}

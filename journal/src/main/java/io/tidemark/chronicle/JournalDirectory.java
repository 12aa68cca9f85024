package io.tidemark.chronicle;

import io.tidemark.checkpoint.DanglingLink;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.row.Schema;
import io.tidemark.row.SchemaJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.stream.Stream;

/** A directory that holds one of our own journals: queue files and, beside them, {@code schema.json}. */
final class JournalDirectory {
    static final String SCHEMA = "schema.json";
    static final String WRITER_LOCK = "writer.lock";

    private static final String SCHEMA_PREFIX = SCHEMA + ".";
    private static final Set<String> UNFINISHED = Set.of(QueueFiles.METADATA, WRITER_LOCK);

    private JournalDirectory() {}

    /** Whether there is a journal. */
    static boolean holdsJournal(Path directory) {
        return Files.isRegularFile(directory.resolve(SCHEMA));
    }

    /**
     * Checks that a journal may be made here; leftovers of an unfinished attempt are no obstacle.
     *
     * @throws TidemarkException {@code JOURNAL_INVALID} when the directory holds something else
     */
    static void requireFree(Path directory) {
        if (!Files.exists(directory)) {
            requireNoDanglingLink(directory);
            return;
        }
        requireDirectory(directory);
        requireSchemaBesideOwnFiles(directory);
        try (Stream<Path> files = Files.list(directory)) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> !UNFINISHED.contains(name) && !name.startsWith(SCHEMA_PREFIX))
                    .sorted()
                    .findFirst()
                    .ifPresent(name -> {
                        throw new TidemarkException(
                                ErrorCode.JOURNAL_INVALID,
                                "Directory '" + directory + "' holds '" + name + "' and no journal.",
                                "Give the journal a directory of its own.");
                    });
        } catch (IOException e) {
            throw failed(directory, e);
        }
    }

    /**
     * Makes the directory where it is not there yet.
     *
     * @throws TidemarkException {@code IO_FAILED} naming the directory, also when nothing can be written to it
     */
    static void make(Path directory) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw failed(directory, e);
        }
        if (!Files.isWritable(directory)) {
            throw new TidemarkException(
                    ErrorCode.IO_FAILED,
                    "Nothing can be written to directory '" + directory + "'.",
                    "Check its permissions and that the file system is not read-only.");
        }
    }

    /**
     * Schema of the journal that must be here.
     *
     * @throws TidemarkException {@code JOURNAL_MISSING}, {@code JOURNAL_INVALID}, {@code SCHEMA_INVALID}
     */
    static Schema readSchema(Path directory) {
        if (!Files.exists(directory)) {
            requireNoDanglingLink(directory);
            throw new TidemarkException(
                    ErrorCode.JOURNAL_MISSING,
                    "Directory '" + directory + "' does not exist.",
                    "Check the path, or create the journal with its schema first.");
        }
        requireDirectory(directory);
        if (!holdsJournal(directory)) {
            requireSchemaBesideOwnFiles(directory);
            boolean foreign = QueueFiles.exist(directory);
            throw new TidemarkException(
                    ErrorCode.JOURNAL_INVALID,
                    "Directory '" + directory + "' holds "
                            + (foreign ? "a Chronicle queue without a schema." : "no journal."),
                    foreign
                            ? "Read it as a foreign journal, with a decoder; or restore '" + SCHEMA
                                    + "' if Tidemark wrote it."
                            : "Check the path, or create the journal with its schema first.");
        }
        Path file = directory.resolve(SCHEMA);
        try {
            return SchemaJson.read(Files.readString(file));
        } catch (IOException e) {
            throw failed(file, e);
        } catch (TidemarkException e) {
            throw new TidemarkException(
                    e.code(),
                    "File '" + file + "': " + e.problems().get(0).reason(),
                    e.problems().get(0).wayOut(),
                    e);
        }
    }

    /**
     * Refuses two schemas that differ.
     *
     * @throws TidemarkException {@code SCHEMA_MISMATCH} naming the first column that differs
     */
    static void requireSame(Path directory, Schema stored, Schema asked) {
        if (!stored.equals(asked)) {
            throw new TidemarkException(
                    ErrorCode.SCHEMA_MISMATCH,
                    "Journal '" + directory + "' has another schema: " + firstDifference(stored, asked) + ".",
                    "Write to a new journal, or use the stored schema: " + stored + ".");
        }
    }

    /** Writes the schema in one step: a reader sees all of it or none. */
    static void writeSchema(Path directory, Schema schema) {
        Path temporary =
                directory.resolve(SCHEMA_PREFIX + ProcessHandle.current().pid());
        try {
            try (FileChannel file = FileChannel.open(
                    temporary,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                ByteBuffer bytes = ByteBuffer.wrap((SchemaJson.write(schema) + "\n").getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    file.write(bytes);
                }
                file.force(true);
            }
            Files.move(temporary, directory.resolve(SCHEMA), StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel entries = FileChannel.open(directory, StandardOpenOption.READ)) {
                entries.force(true);
            }
        } catch (IOException e) {
            throw failed(directory.resolve(SCHEMA), e);
        }
    }

    private static String firstDifference(Schema stored, Schema asked) {
        int common = Math.min(stored.size(), asked.size());
        for (int column = 0; column < common; column++) {
            if (!stored.field(column).equals(asked.field(column))) {
                return "column " + column + " is '" + stored.field(column) + "', not '" + asked.field(column) + "'";
            }
        }
        return stored.size() > common
                ? "column " + common + " '" + stored.field(common) + "' is not asked for"
                : "there is no column " + common + " '" + asked.field(common) + "'";
    }

    /** A writer's lock beside queue files is one of ours: its schema was there and is lost. */
    private static void requireSchemaBesideOwnFiles(Path directory) {
        if (!holdsJournal(directory)
                && Files.exists(directory.resolve(WRITER_LOCK))
                && !QueueFiles.cycleFiles(directory).isEmpty()) {
            throw new TidemarkException(
                    ErrorCode.JOURNAL_INVALID,
                    "Directory '" + directory + "' holds the files of a journal without a schema: '" + SCHEMA
                            + "' is missing.",
                    "Restore '" + SCHEMA + "' from a copy, or from a journal with the same columns. Only if another"
                            + " program wrote the files, read them as a foreign journal, with a decoder.");
        }
    }

    private static void requireNoDanglingLink(Path directory) {
        String link = DanglingLink.on(directory);
        if (!link.isEmpty()) {
            throw new TidemarkException(
                    ErrorCode.JOURNAL_MISSING, link, "Make the directory that it points to, or remove the link.");
        }
    }

    private static void requireDirectory(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new TidemarkException(
                    ErrorCode.JOURNAL_INVALID, "'" + directory + "' is not a directory.", "Check the path.");
        }
    }

    private static TidemarkException failed(Path path, IOException cause) {
        return new TidemarkException(
                ErrorCode.IO_FAILED,
                "'" + path + "' failed: " + cause + ".",
                "Check the disk and the permissions.",
                cause);
    }
}

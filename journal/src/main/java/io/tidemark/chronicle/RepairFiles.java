package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The steps on files that a repair is made of, each of them whole or not done. Damaged files go to {@code repair-<n>} in the
 * journal's directory, new ones are built in {@code rebuild.tmp}.
 */
final class RepairFiles {
    private static final String ASIDE = "repair-";
    private static final String REBUILD = "rebuild.tmp";

    private final Path directory;
    private final Consumer<String> afterStep;
    private Path aside;

    /** @param afterStep told of each step that is done; for tests */
    RepairFiles(Path directory, Consumer<String> afterStep) {
        this.directory = directory;
        this.afterStep = afterStep;
    }

    /** Where damaged files have gone, or null. */
    Path aside() {
        return aside;
    }

    /** An empty directory to build new files in. */
    Path emptyRebuild() {
        Path rebuild = directory.resolve(REBUILD);
        removeRebuild();
        return run("make " + REBUILD, rebuild, () -> Files.createDirectory(rebuild));
    }

    /** Deletes what an earlier attempt may have left. */
    void removeRebuild() {
        Path rebuild = directory.resolve(REBUILD);
        if (!Files.exists(rebuild)) {
            return;
        }
        run("remove " + REBUILD, rebuild, () -> {
            try (Stream<Path> files = Files.list(rebuild)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(rebuild);
            return rebuild;
        });
    }

    /** Takes a file out of the journal. */
    void moveAside(Path file) {
        Path target = target(file);
        run("move aside " + file.getFileName(), file, () -> {
            Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
            forceDirectory(target.getParent());
            forceDirectory(directory);
            return target;
        });
    }

    /** Keeps a file aside and puts a new one in its place; at no moment is there none. */
    void replace(Path file, Path rebuilt) {
        Path target = target(file);
        run("keep " + file.getFileName(), file, () -> {
            keep(file, target);
            forceDirectory(target.getParent());
            return target;
        });
        put(rebuilt, file);
    }

    /** Moves a new file in its place. */
    void put(Path rebuilt, Path file) {
        run("force " + file.getFileName(), rebuilt, () -> {
            force(rebuilt);
            return rebuilt;
        });
        run("put " + file.getFileName(), file, () -> {
            Files.move(rebuilt, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            forceDirectory(directory);
            return file;
        });
    }

    static void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    static void forceDirectory(Path directory) throws IOException {
        force(directory);
    }

    private static void keep(Path file, Path target) throws IOException {
        try {
            Files.createLink(target, file);
        } catch (UnsupportedOperationException | IOException e) {
            // A file system without links.
            Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
            force(target);
        }
    }

    private Path target(Path file) {
        if (aside == null) {
            Path next = freeDirectory();
            aside = run("make " + next.getFileName(), next, () -> {
                Files.createDirectory(next);
                forceDirectory(directory);
                return next;
            });
        }
        return aside.resolve(file.getFileName());
    }

    private Path freeDirectory() {
        int number = 1;
        while (Files.exists(directory.resolve(ASIDE + number))) {
            number++;
        }
        return directory.resolve(ASIDE + number);
    }

    /** Work on files. */
    private interface Work {
        Path run() throws IOException;
    }

    private Path run(String step, Path path, Work work) {
        Path result;
        try {
            result = work.run();
        } catch (IOException e) {
            throw new TidemarkException(
                    ErrorCode.IO_FAILED,
                    "Repairing journal '" + directory + "' failed at '" + path + "': " + e + ".",
                    "Check the disk and the permissions, and open it again: the repair begins anew.",
                    e);
        }
        afterStep.accept(step);
        return result;
    }
}

package io.tidemark.checkpoint;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * State that a changed plan has no place for and that is kept all the same: {@code parked/<n>} in the query's directory is laid out like a query's directory
 * itself, with the plan of before and checkpoint n.
 */
public final class ParkedState {
    /** Name of the folder in a query's directory. */
    public static final String FOLDER = "parked";

    private ParkedState() {}

    /**
     * Keeps a checkpoint and the plan that it belongs to. Files are linked where the file system can, and copied elsewhere.
     *
     * @return the directory
     * @throws TidemarkException {@code IO_FAILED}
     */
    public static Path keep(Path queryDirectory, CheckpointStore.Loadable checkpoint) {
        Manifest manifest = checkpoint.manifest();
        Path target = queryDirectory.resolve(FOLDER).resolve(String.valueOf(manifest.number()));
        Path from = queryDirectory.resolve(CheckpointStore.FOLDER);
        Path to = target.resolve(CheckpointStore.FOLDER);
        try {
            Files.createDirectories(to);
            List<String> names = new ArrayList<>();
            manifest.chain().forEach(file -> names.add(file.name()));
            manifest.fallback().forEach(file -> names.add(file.name()));
            names.add(FileName.manifest(manifest.number()));
            for (String name : names) {
                link(from.resolve(name), to.resolve(name));
            }
            Files.copy(
                    queryDirectory.resolve(StoredQuery.FILE),
                    target.resolve(StoredQuery.FILE),
                    StandardCopyOption.REPLACE_EXISTING);
            return target;
        } catch (IOException e) {
            throw new TidemarkException(
                    ErrorCode.IO_FAILED,
                    "The state of checkpoint " + manifest.number() + " could not be kept in " + target + ": " + e + ".",
                    "Check space and rights; nothing has changed.",
                    e);
        }
    }

    private static void link(Path from, Path to) throws IOException {
        Files.deleteIfExists(to);
        if (!Files.exists(from)) {
            return;
        }
        try {
            Files.createLink(to, from);
        } catch (UnsupportedOperationException e) {
            Files.copy(from, to);
        }
    }
}

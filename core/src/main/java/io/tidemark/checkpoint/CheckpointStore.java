package io.tidemark.checkpoint;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.state.MetaReader;
import io.tidemark.state.StateSnapshots;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.agrona.BufferUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checkpoints of a query, in the folder {@code checkpoint} of its directory: manifests, and the bases and deltas that they name. What is damaged is
 * listed and passed over, never an exception. Whoever opens it to write holds the lock on the query's directory. One thread.
 */
public final class CheckpointStore {
    /** Name of the folder. */
    public static final String FOLDER = "checkpoint";

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointStore.class);

    private final CheckpointFolder folder;
    private final boolean readOnly;
    private final ManifestFiles files;
    private final List<Manifest> manifests = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final Map<Manifest.StateFile, FileHeader> whole = new HashMap<>();
    private final Set<Manifest.StateFile> damaged = new HashSet<>();
    private boolean hasManifestFile;
    private boolean hasDamagedManifest;
    private long nextNumber = 1;

    private CheckpointStore(CheckpointFolder folder, boolean readOnly) {
        this.folder = folder;
        this.readOnly = readOnly;
        this.files = new ManifestFiles(folder);
    }

    /**
     * Opens the checkpoints of a query to read and write them. The folder is made when it is missing.
     *
     * @throws TidemarkException {@code IO_FAILED}
     */
    public static CheckpointStore open(Path queryDirectory, FileHook hook) {
        return open(queryDirectory, hook, false);
    }

    /**
     * Opens the checkpoints of a query to look at them. Nothing is written; a missing folder is an empty one.
     *
     * @throws TidemarkException {@code IO_FAILED}
     */
    public static CheckpointStore openReadOnly(Path queryDirectory) {
        return open(queryDirectory, FileHook.NONE, true);
    }

    /** Whether there is no manifest at all, readable or not. */
    public boolean isEmpty() {
        return !hasManifestFile;
    }

    /** The manifests whose own checksum is right, newest first. */
    public List<Manifest> manifests() {
        return List.copyOf(manifests);
    }

    /** What was found to be damaged so far, each as a sentence that names the file and the place. */
    public List<String> faults() {
        return List.copyOf(faults);
    }

    /** Number of the next checkpoint: no file of the folder has it or a higher one. */
    public long nextNumber() {
        return nextNumber;
    }

    /**
     * The newest accepted checkpoint whose state can be read back completely: every byte of its chain, or else of its fallback, was read and tested.
     *
     * @return null when there is none
     */
    public Loadable newest(Predicate<Manifest> accepted) {
        try (ChainReader reader = new ChainReader(folder)) {
            for (Manifest manifest : manifests) {
                if (accepted.test(manifest)) {
                    if (isWhole(manifest, manifest.chain(), reader)) {
                        return new Loadable(this, manifest, false);
                    }
                    if (!manifest.fallback().isEmpty() && isWhole(manifest, manifest.fallback(), reader)) {
                        return new Loadable(this, manifest, true);
                    }
                }
            }
            return null;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /**
     * Reads all files that a manifest names to their ends and says what is wrong with them.
     *
     * @throws TidemarkException {@code IO_FAILED}
     */
    public CheckpointCheck check(Manifest manifest) {
        try {
            return CheckpointCheck.of(manifest, folder);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /**
     * What writes the next checkpoints. Call it once.
     *
     * @param loadedFrom the checkpoint that the state was loaded from, or null when it is new: the first snapshot is then full
     */
    public CheckpointWriter writer(
            String query,
            String fingerprint,
            String stateFormat,
            int unitBytes,
            Loadable loadedFrom,
            WriterSettings settings) {
        if (readOnly) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    folder.directory() + " was opened to read it.",
                    "Open it with CheckpointStore.open.");
        }
        Lineage lineage =
                new Lineage(query, fingerprint, stateFormat, loadedFrom, manifests.isEmpty() ? null : manifests.get(0));
        Retention retention = new Retention(folder, hasDamagedManifest ? null : manifests);
        return new CheckpointWriter(folder, files, lineage, retention, unitBytes, nextNumber, settings);
    }

    /**
     * A checkpoint whose state was found whole.
     *
     * @param store where it lies
     * @param manifest what it consists of
     * @param usesFallback whether its chain is damaged, so that the state comes from its fallback
     */
    public record Loadable(CheckpointStore store, Manifest manifest, boolean usesFallback) {
        /** The files that give the state, in the order in which they are applied. */
        public List<Manifest.StateFile> chain() {
            return usesFallback ? manifest.fallback() : manifest.chain();
        }

        /**
         * Loads all units and then the rest.
         *
         * @return bytes that were read
         * @throws TidemarkException {@code RESTART_INCOMPATIBLE} when the target keeps state in another format, {@code CHECKPOINT_DAMAGED} when a
         *     file changed since it was tested
         */
        public long load(StateSnapshots target) {
            FileHeader header = store.whole.get(chain().get(0));
            boolean sameUnits = header == null || header.unitBytes() == target.unitBytes();
            if (!target.format().equals(manifest.stateFormat()) || !sameUnits) {
                throw new TidemarkException(
                        ErrorCode.RESTART_INCOMPATIBLE,
                        "Checkpoint " + manifest.number() + " in " + store.folder.directory() + " holds state as "
                                + manifest.stateFormat() + ", and this query keeps it as " + target.format() + ".",
                        "Use the state backend and settings of before, or rebuild the state from the input.");
            }
            return store.load(this, target);
        }
    }

    private long load(Loadable loadable, StateSnapshots target) {
        long bytes = 0;
        try (ChainReader reader = new ChainReader(folder)) {
            for (Manifest.StateFile file : loadable.chain()) {
                reader.read(
                        file,
                        (unit, offset, part) -> target.load(
                                unit, offset, BufferUtil.address(part) + part.position(), part.remaining()));
                bytes += file.bytes();
            }
            target.loaded(new MetaReader(reader.rest(), reader.restBytes()));
            return bytes;
        } catch (IOException e) {
            throw new TidemarkException(
                    ErrorCode.CHECKPOINT_DAMAGED,
                    "Checkpoint " + loadable.manifest().number() + " in " + folder.directory()
                            + " cannot be read any more: " + e.getMessage(),
                    "Start again: an older checkpoint is used then.",
                    e);
        }
    }

    private boolean isWhole(Manifest manifest, List<Manifest.StateFile> chain, ChainReader reader) {
        List<FileHeader> headers = new ArrayList<>();
        for (Manifest.StateFile file : chain) {
            FileHeader header = whole.get(file);
            if (header == null && !damaged.contains(file)) {
                header = test(manifest, file, reader);
            }
            if (header == null) {
                return false;
            }
            headers.add(header);
        }
        try {
            ChainReader.check(manifest, chain, headers);
            return true;
        } catch (IOException e) {
            faults.add(e.getMessage());
            return false;
        }
    }

    private FileHeader test(Manifest manifest, Manifest.StateFile file, ChainReader reader) {
        try {
            FileHeader header = reader.read(file, PartHandler.NONE);
            whole.put(file, header);
            return header;
        } catch (NoSuchFileException e) {
            faults.add(file.name() + " is missing, and " + FileName.manifest(manifest.number()) + " names it.");
        } catch (IOException e) {
            faults.add(ManifestFiles.sentence(file.name(), e));
        }
        damaged.add(file);
        return null;
    }

    private static CheckpointStore open(Path queryDirectory, FileHook hook, boolean readOnly) {
        CheckpointStore store =
                new CheckpointStore(new CheckpointFolder(queryDirectory.resolve(FOLDER), hook), readOnly);
        try {
            if (!readOnly) {
                store.folder.make();
            }
            store.list();
            return store;
        } catch (IOException e) {
            throw store.failed(e);
        }
    }

    private void list() throws IOException {
        for (String name : folder.list()) {
            FileName parsed = FileName.parse(name);
            nextNumber = Math.max(nextNumber, parsed.number() + 1);
            if (parsed.kind() == FileName.Kind.MANIFEST) {
                hasManifestFile = true;
                read(parsed.number());
            }
        }
        manifests.sort(Comparator.comparingLong(Manifest::number).reversed());
    }

    private void read(long number) {
        try {
            manifests.add(files.read(number));
        } catch (NoSuchFileException e) {
            LOG.debug("Manifest {} in {} was deleted while the checkpoints were listed.", number, folder.directory());
        } catch (IOException e) {
            hasDamagedManifest = true;
            faults.add(ManifestFiles.sentence(FileName.manifest(number), e));
        }
    }

    private TidemarkException failed(IOException cause) {
        return new TidemarkException(
                ErrorCode.IO_FAILED,
                "Cannot open the checkpoints in " + folder.directory() + ": " + cause,
                "Check that the directory can be read and written.",
                cause);
    }
}

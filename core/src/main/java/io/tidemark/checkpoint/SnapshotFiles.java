package io.tidemark.checkpoint;

import io.tidemark.journal.Journal;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the writing thread does with files: the delta of the snapshot under way, its publishing, and between snapshots the merge and the deletion of old files. */
final class SnapshotFiles {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotFiles.class);
    private static final int SNAPSHOTS_AFTER_FAILED_MERGE = 16;

    private final CheckpointFolder folder;
    private final ManifestFiles manifests;
    private final Lineage lineage;
    private final Retention retention;
    private final WriterSettings settings;
    private final int unitBytes;
    private final DeltaWriter delta;
    private final ChainReader reader;
    private BaseMerge merge;
    private long nextNumber;
    private long nextMergeNumber;
    private long number;
    private boolean full;
    private boolean leftoversPending = true;
    private boolean checkPending;

    SnapshotFiles(
            CheckpointFolder folder,
            ManifestFiles manifests,
            Lineage lineage,
            Retention retention,
            int unitBytes,
            long nextNumber,
            WriterSettings settings) {
        this.folder = folder;
        this.manifests = manifests;
        this.lineage = lineage;
        this.retention = retention;
        this.unitBytes = unitBytes;
        this.nextNumber = nextNumber;
        this.settings = settings;
        this.delta = new DeltaWriter(folder, unitBytes, lineage.stateFormat());
        this.reader = new ChainReader(folder);
    }

    Lineage lineage() {
        return lineage;
    }

    /** Begins a delta under the next number. */
    void begin(boolean isFull) throws IOException {
        cleanLeftovers();
        full = isFull;
        number = nextNumber++;
        delta.begin(number, isFull);
    }

    void part(int unit, int offset, DirectBuffer source, int index, int bytes) throws IOException {
        delta.part(unit, offset, source, index, bytes);
    }

    /** Completes the delta and publishes it: journals, delta, manifest, its name, each on disk before the next. */
    Manifest publish(Commit commit, DirectBuffer rest, int restBytes) throws IOException {
        Manifest.StateFile file = delta.finish(rest, restBytes);
        if (settings.durability() == Durability.MACHINE) {
            for (Journal journal : settings.journals()) {
                journal.force();
            }
        }
        delta.force();
        delta.close();
        reader.read(file, PartHandler.NONE);
        checkNewest();
        Manifest manifest = lineage.next(number, full, file, commit, merge);
        manifests.publish(manifest);
        boolean merged = lineage.continues(merge) && !full;
        lineage.published(manifest);
        checkPending = true;
        if (merged) {
            merge = null;
        } else if (full) {
            dropMerge();
        }
        return manifest;
    }

    /** Removes what there is of the snapshot under way, published or not. */
    void discard() {
        try {
            delta.close();
            manifests.takeBack(number);
        } catch (IOException e) {
            LOG.warn("The rest of abandoned checkpoint {} in {} stays for now.", number, folder.directory(), e);
        }
    }

    /** Does a piece of what can wait; false when there is nothing. */
    boolean idleStep() {
        if (leftoversPending) {
            cleanLeftovers();
            return true;
        }
        if (checkPending) {
            checkNewest();
            return true;
        }
        return merge == null ? beginMerge() : merge.result() == null && stepMerge();
    }

    /** Closes all files; those that no manifest names are removed. */
    void close() {
        if (delta.isOpen()) {
            discard();
        }
        dropMerge();
        try {
            reader.close();
        } catch (IOException e) {
            LOG.warn("A checkpoint file in {} could not be closed.", folder.directory(), e);
        }
    }

    /** Reads the newest manifest back, whose new files were read before. Then the ones before the one before are not needed. */
    private void checkNewest() {
        if (!checkPending) {
            return;
        }
        checkPending = false;
        Manifest newest = lineage.newest();
        try {
            Manifest read = manifests.read(newest.number());
            if (!read.equals(newest)) {
                throw new DamagedFileException(
                        FileName.manifest(newest.number()), 0, "it is another one than was written");
            }
        } catch (IOException e) {
            LOG.error("Older checkpoints in {} are kept.", folder.directory(), e);
            return;
        }
        retention.clean(lineage.verified(), inUse());
    }

    /** Before the first file of this writer is made, which no manifest names yet. */
    private void cleanLeftovers() {
        if (leftoversPending) {
            leftoversPending = false;
            retention.cleanLeftovers();
        }
    }

    private Set<String> inUse() {
        Set<String> names = new HashSet<>();
        if (delta.isOpen()) {
            names.add(delta.name());
        }
        if (merge != null) {
            names.add(merge.name());
        }
        return names;
    }

    private boolean beginMerge() {
        Manifest newest = lineage.newest();
        if (newest == null || newest.number() < nextMergeNumber || !lineage.isMergeDue(settings)) {
            return false;
        }
        merge = new BaseMerge(folder, lineage.chain(), newest.number(), unitBytes, lineage.stateFormat());
        nextMergeNumber = newest.number() + 1;
        return true;
    }

    private boolean stepMerge() {
        try {
            merge.step();
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            // Native memory for the window may be short; the state itself is not at stake.
            LOG.error("Merging checkpoint files in {} failed; it is tried again later.", folder.directory(), e);
            nextMergeNumber = lineage.newest().number() + SNAPSHOTS_AFTER_FAILED_MERGE;
            dropMerge();
        }
        return true;
    }

    private void dropMerge() {
        BaseMerge dropped = merge;
        merge = null;
        try {
            if (dropped != null) {
                dropped.abandon();
            }
        } catch (IOException e) {
            LOG.warn("{} in {} stays for now.", dropped.name(), folder.directory(), e);
        }
    }
}

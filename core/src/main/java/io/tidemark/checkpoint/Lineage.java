package io.tidemark.checkpoint;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.util.ArrayList;
import java.util.List;

/** From which files the next checkpoint follows, and which checkpoints are kept. The writing thread. */
final class Lineage {
    private final String query;
    private final String fingerprint;
    private final String stateFormat;
    private List<Manifest.StateFile> chain;
    private List<Manifest.StateFile> fallback;
    private Manifest newest;
    private Manifest verified;

    /**
     * Goes on from a checkpoint.
     *
     * @param loadedFrom what the state was loaded from, or null
     * @param other the newest manifest there is, or null; it is kept when nothing was loaded
     */
    Lineage(String query, String fingerprint, String stateFormat, CheckpointStore.Loadable loadedFrom, Manifest other) {
        this.query = query;
        this.fingerprint = fingerprint;
        this.stateFormat = stateFormat;
        this.chain = loadedFrom == null ? List.of() : loadedFrom.chain();
        this.fallback = loadedFrom == null || loadedFrom.usesFallback()
                ? List.of()
                : loadedFrom.manifest().fallback();
        this.verified = loadedFrom == null ? other : loadedFrom.manifest();
        this.newest = loadedFrom == null ? null : verified;
    }

    String query() {
        return query;
    }

    String stateFormat() {
        return stateFormat;
    }

    /** The checkpoint that the next one follows, or null. */
    Manifest newest() {
        return newest;
    }

    List<Manifest.StateFile> chain() {
        return chain;
    }

    /**
     * The manifest that follows with a delta.
     *
     * @param merge a merge that is complete, or null
     */
    Manifest next(long number, boolean full, Manifest.StateFile delta, Commit commit, BaseMerge merge) {
        if (chain.isEmpty() && !full) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "The first snapshot of query " + query + " is not full.",
                    "Report this as a defect.");
        }
        List<Manifest.StateFile> nextChain = append(full ? List.of() : chain, delta);
        List<Manifest.StateFile> nextFallback = full || fallback.isEmpty() ? List.of() : append(fallback, delta);
        if (!full && continues(merge)) {
            nextFallback = nextChain;
            nextChain = new ArrayList<>(nextChain.subList(merge.chain().size(), nextChain.size()));
            nextChain.add(0, merge.result());
        }
        return new Manifest(
                number, query, fingerprint, stateFormat, System.currentTimeMillis(), commit, nextChain, nextFallback);
    }

    /** Whether the result of a merge can stand for the first files of the chain. */
    boolean continues(BaseMerge merge) {
        return merge != null
                && merge.result() != null
                && chain.size() >= merge.chain().size()
                && chain.subList(0, merge.chain().size()).equals(merge.chain());
    }

    /** A manifest was published. */
    void published(Manifest manifest) {
        newest = manifest;
        chain = manifest.chain();
        fallback = manifest.fallback();
    }

    /** The newest manifest was read back. Those that are to be kept now: it and the one before. */
    List<Manifest> verified() {
        List<Manifest> kept = verified == null ? List.of(newest) : List.of(newest, verified);
        verified = newest;
        return kept;
    }

    /** Whether the deltas hold so much that they should be merged. */
    boolean isMergeDue(CheckpointSettings settings) {
        long deltaBytes = 0;
        for (int i = 1; i < chain.size(); i++) {
            deltaBytes += chain.get(i).bytes();
        }
        return chain.size() > 1
                && (chain.size() > settings.mergeDeltas()
                        || deltaBytes > Math.max(chain.get(0).bytes(), settings.mergeBytes()));
    }

    private static List<Manifest.StateFile> append(List<Manifest.StateFile> files, Manifest.StateFile file) {
        List<Manifest.StateFile> longer = new ArrayList<>(files.size() + 1);
        longer.addAll(files);
        longer.add(file);
        return longer;
    }
}

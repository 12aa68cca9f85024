package io.tidemark.checkpoint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes the files of a checkpoint directory that nothing needs. A failure is logged once and the file tried again with the next checkpoint. */
final class Retention {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

    private final CheckpointFolder folder;
    private final List<Manifest> found;
    private boolean complained;

    /**
     * A retention of a folder that was just opened.
     *
     * @param found all its manifests, or null when one could not be read and so nothing is known to be a leftover
     */
    Retention(CheckpointFolder folder, List<Manifest> found) {
        this.folder = folder;
        this.found = found == null ? null : List.copyOf(found);
    }

    /** Deletes what no manifest names: what a writer before this one left when it died. */
    void cleanLeftovers() {
        clean(found, Set.of());
    }

    /**
     * Deletes all but what these manifests need. Manifests go first, so that none is left that names a file that is gone.
     *
     * @param inUse further names to keep
     */
    void clean(List<Manifest> kept, Set<String> inUse) {
        try {
            for (String name : unneeded(kept, inUse)) {
                boolean deleted = delete(name);
                if (!deleted && FileName.parse(name).kind() == FileName.Kind.MANIFEST) {
                    return;
                }
            }
        } catch (IOException e) {
            complain(e);
        }
    }

    private boolean delete(String name) {
        try {
            folder.delete(folder.path(name));
            return true;
        } catch (IOException e) {
            complain(e);
            return false;
        }
    }

    private void complain(IOException e) {
        if (!complained) {
            LOG.warn("Old checkpoint files in {} stay until they can be deleted.", folder.directory(), e);
            complained = true;
        }
    }

    private List<String> unneeded(List<Manifest> kept, Set<String> inUse) throws IOException {
        Set<String> needed = new HashSet<>(inUse);
        if (kept != null) {
            kept.forEach(manifest -> name(manifest, needed));
        }
        List<String> names = new ArrayList<>();
        for (String name : folder.list()) {
            FileName.Kind kind = FileName.parse(name).kind();
            boolean removable = kept == null ? kind == FileName.Kind.UNPUBLISHED : kind != FileName.Kind.OTHER;
            if (removable && !needed.contains(name)) {
                names.add(name);
            }
        }
        names.sort(Comparator.comparing((String name) -> FileName.parse(name).kind() != FileName.Kind.MANIFEST)
                .thenComparingLong(name -> FileName.parse(name).number()));
        return names;
    }

    private static void name(Manifest manifest, Set<String> names) {
        names.add(FileName.manifest(manifest.number()));
        manifest.chain().forEach(file -> names.add(file.name()));
        manifest.fallback().forEach(file -> names.add(file.name()));
    }
}

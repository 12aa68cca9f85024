package io.tidemark.benchmarks.ab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Checked-out commits, each in a temporary work tree that goes when this is closed. */
final class Trees implements AutoCloseable {
    private final Path root;
    private final List<Path> made = new ArrayList<>();

    Trees(Path root) {
        this.root = root;
    }

    /** The tree of a commit, or that of the caller for an empty text. */
    Path of(String commit) throws IOException, InterruptedException {
        if (commit.isEmpty()) {
            return root;
        }
        Path tree = Files.createTempDirectory("tidemark-tree").resolve("tree");
        made.add(tree);
        Shell.run(root, List.of("git", "worktree", "add", "--detach", tree.toString(), commit), "");
        return tree;
    }

    @Override
    public void close() throws IOException {
        for (Path tree : made) {
            try {
                Shell.run(root, List.of("git", "worktree", "remove", "--force", tree.toString()), "");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("Interrupted; the work tree " + tree + " is left behind.", e);
            }
            Shell.delete(tree.getParent());
        }
    }
}

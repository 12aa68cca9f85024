package io.tidemark.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the symbolic link that makes a path lead nowhere, which the operating system reports as a file that exists and does not. */
public final class DanglingLink {
    private DanglingLink() {}

    /** A sentence that names the link on the way to a path, and where it points to; empty when there is none. */
    public static String on(Path path) {
        for (Path part = path.toAbsolutePath(); part != null; part = part.getParent()) {
            if (Files.isSymbolicLink(part) && Files.notExists(part)) {
                return "'" + part + "' is a link to " + target(part) + ", which is not there.";
            }
        }
        return "";
    }

    private static String target(Path link) {
        try {
            return "'" + Files.readSymbolicLink(link) + "'";
        } catch (IOException e) {
            return "a place that cannot be read (" + e.getMessage() + ")";
        }
    }
}

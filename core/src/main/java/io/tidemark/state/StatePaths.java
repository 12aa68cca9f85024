package io.tidemark.state;

import java.util.Map;

/** Paths of scalars, {@code owner/name}. For backends. */
public final class StatePaths {
    private StatePaths() {}

    /** The path under the owner's new name, or empty when its owner is none of these. An owner's name may hold slashes itself. */
    public static String moved(String path, Map<String, String> owners) {
        for (Map.Entry<String, String> owner : owners.entrySet()) {
            if (path.startsWith(owner.getKey() + "/")) {
                return owner.getValue() + path.substring(owner.getKey().length());
            }
        }
        return "";
    }
}

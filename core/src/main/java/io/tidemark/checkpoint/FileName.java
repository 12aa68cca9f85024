package io.tidemark.checkpoint;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the name of a file in a checkpoint directory says. */
record FileName(Kind kind, long number) {
    private static final Pattern DELTA = Pattern.compile("delta-(\\d{1,18})");
    private static final Pattern BASE = Pattern.compile("base-(\\d{1,18})");
    private static final Pattern MANIFEST = Pattern.compile("manifest-(\\d{1,18})\\.json");
    private static final Pattern UNPUBLISHED = Pattern.compile("manifest-(\\d{1,18})\\.tmp");

    /** Kinds of files. */
    enum Kind {
        DELTA,
        BASE,
        MANIFEST,
        UNPUBLISHED,
        OTHER
    }

    static String delta(long number) {
        return "delta-" + number;
    }

    static String base(long number) {
        return "base-" + number;
    }

    static String manifest(long number) {
        return "manifest-" + number + ".json";
    }

    static String unpublished(long number) {
        return "manifest-" + number + ".tmp";
    }

    static FileName parse(String name) {
        FileName found = match(Kind.DELTA, DELTA, name);
        found = found == null ? match(Kind.BASE, BASE, name) : found;
        found = found == null ? match(Kind.MANIFEST, MANIFEST, name) : found;
        found = found == null ? match(Kind.UNPUBLISHED, UNPUBLISHED, name) : found;
        return found == null ? new FileName(Kind.OTHER, 0) : found;
    }

    private static FileName match(Kind kind, Pattern pattern, String name) {
        Matcher matcher = pattern.matcher(name);
        return matcher.matches() ? new FileName(kind, Long.parseLong(matcher.group(1))) : null;
    }
}

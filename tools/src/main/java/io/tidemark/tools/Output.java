package io.tidemark.tools;

/** Forms of a report. */
enum Output {
    /** For people. */
    TEXT,
    /** For programs. */
    JSON
}

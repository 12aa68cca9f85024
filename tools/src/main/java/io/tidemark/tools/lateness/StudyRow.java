package io.tidemark.tools.lateness;

/**
 * What a study needs of a row.
 *
 * @param hasTime whether it has an event time
 * @param timeNs its event time
 * @param writtenNs when it was written
 * @param value what it counts for
 */
record StudyRow(boolean hasTime, long timeNs, long writtenNs, double value) {}

package io.tidemark.offheap;

/**
 * Copy of the used part of a page of a log.
 *
 * @param number number of the page in the map
 * @param sequence number of the page in references
 * @param bytes payload from its start
 */
record LogPageCopy(int number, long sequence, int rows, long lastDue, byte[] bytes) {}

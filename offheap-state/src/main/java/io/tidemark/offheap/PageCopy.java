package io.tidemark.offheap;

/**
 * Copy of the used part of a page.
 *
 * @param number number of the page in the map
 * @param bytes payload from its start
 */
record PageCopy(int number, byte[] bytes) {}

package io.tidemark.offheap;

/**
 * Copy of the used part of a page of slots.
 *
 * @param number number of the page in the map
 * @param generation generation of the page
 * @param free PageRef of the first free slot
 * @param bytes payload from its start
 */
record SlotPageCopy(int number, int generation, int sizeClass, int liveCount, int free, byte[] bytes) {}

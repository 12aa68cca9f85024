/**
 * State on Chronicle Map: the map holds pages of 16 KiB, and the tables of the operators lie in the pages.
 *
 * <p>{@link io.tidemark.offheap.ChronicleState} is the only door. May import {@code error}, {@code memory} and {@code state} of
 * core. One thread, the engine's, uses a backend; nothing here allocates on the heap once pages, panes and index have their size.
 */
package io.tidemark.offheap;

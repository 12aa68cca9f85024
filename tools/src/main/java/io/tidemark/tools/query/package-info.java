/**
 * What the commands that look at the directory of a query share: finding and opening its journals, its state, and its checkpoints as text.
 *
 * <p>May import everything of Tidemark that is public, and the package of texts. Nothing here locks or writes. One thread.
 */
package io.tidemark.tools.query;

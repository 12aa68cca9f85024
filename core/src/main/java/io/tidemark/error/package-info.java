/**
 * The one exception of Tidemark and its stable codes.
 *
 * <p>Every refusal names an operator, a column where there is one, the reason and a way out. This package imports
 * nothing of Tidemark and holds no threads.
 */
package io.tidemark.error;

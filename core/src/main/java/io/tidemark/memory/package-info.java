/**
 * Native memory behind one class, and the check that the JVM was started with the flags for it.
 *
 * <p>May import {@code error}. No other package of Tidemark touches unsafe memory access directly. Methods are safe from
 * any thread; whoever allocates memory owns it and says which thread may write to it.
 */
package io.tidemark.memory;

/**
 * The command {@code tidemark}: one class per subcommand, which reads its options and calls what does the work.
 *
 * <p>May import everything of Tidemark that is public. Commands run in the main thread; results go to standard output, all else
 * to standard error.
 */
package io.tidemark.tools;

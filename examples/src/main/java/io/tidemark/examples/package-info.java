/** Programs of one idea each, run by the build. Each takes a directory for its journals as its only argument. */
package io.tidemark.examples;

/**
 * Tools for testing queries and operators, without a test framework inside: what fails throws an {@link java.lang.AssertionError}.
 *
 * <p>May import all of core. Everything happens on the caller's thread.
 */
package io.tidemark.testkit;

/**
 * Tools for testing queries and operators, without a test framework inside: what fails throws an {@link java.lang.AssertionError}.
 *
 * <p>A {@link io.tidemark.testkit.TestQuery} names a query and its inputs; {@link io.tidemark.testkit.QueryTestDriver} and
 * {@link io.tidemark.testkit.CrashSchedule} run it. {@link io.tidemark.testkit.OperatorContract} is for those who write operators.
 *
 * <p>May import all of core. Everything happens on the caller's thread.
 */
package io.tidemark.testkit;

/**
 * Runs the recorded cases of the folder {@code conformance} through the public API and compares what comes out with what Apache Spark
 * gave.
 *
 * <p>{@link io.tidemark.conformance.CaseFile} is a case as its file says it, {@link io.tidemark.conformance.CasePlan} makes a query
 * of its steps, {@link io.tidemark.conformance.CaseRun} runs it batch by batch, {@link io.tidemark.conformance.Comparison} finds what
 * differs, and {@link io.tidemark.conformance.ConformanceTest} holds that against the list of known differences. A new operator
 * needs a line in {@link io.tidemark.conformance.CasePlan}.
 */
package io.tidemark.conformance;

/**
 * Why a query is as it is: verdicts and thresholds over a series of samples.
 *
 * <p>Samples in, events out; there is no clock, no thread and no file in here, so the same samples give the same events. May import
 * {@code error} and {@code time}. Everything runs on the thread that hands the samples in, which is an observer and never the engine.
 */
package io.tidemark.metrics.diagnosis;

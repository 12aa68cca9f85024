package io.tidemark.testkit;

/**
 * What a {@link CrashSchedule} did, so that a test can see that it did something.
 *
 * @param trials runs of the whole input
 * @param stops stops in all of them
 * @param resumed starts that went on from a checkpoint
 * @param rows rows of the output of one run
 */
public record CrashReport(int trials, int stops, int resumed, long rows) {}

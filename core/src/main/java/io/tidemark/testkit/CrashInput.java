package io.tidemark.testkit;

/**
 * A row that a {@link CrashSchedule} gives to its query.
 *
 * @param input name of the input
 * @param row the row
 */
record CrashInput(String input, ScriptRow row) {}

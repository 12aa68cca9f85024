package io.tidemark.peers;

import java.util.HashMap;
import java.util.Map;

/**
 * What one pass gave. A process hands it to whoever started it as a line of text.
 *
 * @param measured number of events after the clock started
 * @param nanos from the first of them to the last row
 * @param cpuNanos processor time of all threads of the process in that time, compiler and garbage collector included
 * @param rows rows that came out in the whole pass
 * @param checksum sum of their checksums
 * @param bytesPerEvent heap allocated per event of the whole pass
 * @param collectionMillis time of garbage collections in the whole pass
 */
public record PassResult(
        long measured,
        long nanos,
        long cpuNanos,
        long rows,
        long checksum,
        double bytesPerEvent,
        long collectionMillis) {
    private static final String MARK = "PASS ";

    /** Million events a second. */
    public double millionsPerSecond() {
        return measured * 1e3 / nanos;
    }

    /** Million events per second of processor time. */
    public double millionsPerCpuSecond() {
        return measured * 1e3 / cpuNanos;
    }

    /** Whether two passes over the same events gave the same rows. */
    public boolean agreesWith(PassResult other) {
        return rows == other.rows && checksum == other.checksum;
    }

    String line() {
        return MARK + "measured=" + measured + " nanos=" + nanos + " cpu=" + cpuNanos + " rows=" + rows + " checksum="
                + Long.toHexString(checksum) + " bytes=" + bytesPerEvent + " gc=" + collectionMillis;
    }

    /** Whether a line was written by a pass. */
    public static boolean isLine(String line) {
        return line.startsWith(MARK);
    }

    /** The result from its line. */
    public static PassResult parse(String line) {
        Map<String, String> values = new HashMap<>();
        for (String word : line.substring(MARK.length()).split(" ")) {
            int equals = word.indexOf('=');
            values.put(word.substring(0, equals), word.substring(equals + 1));
        }
        return new PassResult(
                Long.parseLong(values.get("measured")),
                Long.parseLong(values.get("nanos")),
                Long.parseLong(values.get("cpu")),
                Long.parseLong(values.get("rows")),
                Long.parseUnsignedLong(values.get("checksum"), 16),
                Double.parseDouble(values.get("bytes")),
                Long.parseLong(values.get("gc")));
    }
}

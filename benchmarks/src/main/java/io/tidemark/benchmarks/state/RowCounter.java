package io.tidemark.benchmarks.state;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Makes JMH report the time per row where one call works on all rows. */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.OPERATIONS)
public class RowCounter {
    /** Rows that were worked on. */
    public long rows;
}

package io.tidemark.plan;

import io.tidemark.operator.Operator;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowView;
import java.util.List;

/**
 * The running operators of a plan. Engine thread only.
 *
 * @param heads takes the rows of each source
 * @param operators operators, inputs before those that use them
 */
public record CompiledPlan(List<RowConsumer> heads, List<Operator> operators) implements AutoCloseable {
    /** Copies the lists. */
    public CompiledPlan {
        heads = List.copyOf(heads);
        operators = List.copyOf(operators);
    }

    /** Does a part of what watermarks made due, from the sources down; returns how much was done. */
    public int work(int budget) {
        int done = 0;
        for (int i = 0; i < operators.size(); i++) {
            done += operators.get(i).work(budget);
        }
        return done;
    }

    /** Removes a part of the state that counts as gone; returns how much was done. */
    public int reclaim(int budget) {
        int done = 0;
        for (int i = 0; i < operators.size(); i++) {
            done += operators.get(i).reclaim(budget);
        }
        return done;
    }

    /** Sends a cut down from every source. */
    public void cut(RowView cause) {
        for (int i = 0; i < heads.size(); i++) {
            heads.get(i).onCut(cause);
        }
    }

    /** Sends a watermark down from every source. */
    public void watermark(long watermarkNs, RowView cause) {
        for (int i = 0; i < heads.size(); i++) {
            heads.get(i).onWatermark(watermarkNs, cause);
        }
    }

    /** Lets all operators see that a source became idle or active. */
    public void inputsChanged(RowView cause) {
        for (int i = 0; i < operators.size(); i++) {
            operators.get(i).inputsChanged(cause);
        }
    }

    /** Makes all operators forget what mirrors state. */
    public void restored() {
        operators.forEach(Operator::restored);
    }

    @Override
    public void close() {
        operators.forEach(Operator::close);
    }
}

package io.tidemark.plan;

import io.tidemark.operator.Operator;
import io.tidemark.operator.RowConsumer;
import java.util.List;

/**
 * The running operators of a plan. Engine thread only.
 *
 * @param head takes the rows of the source
 * @param operators operators from the source down
 */
public record CompiledPlan(RowConsumer head, List<Operator> operators) implements AutoCloseable {
    /** Copies the list. */
    public CompiledPlan {
        operators = List.copyOf(operators);
    }

    /** Does a part of what watermarks made due, from the source down; returns how much was done. */
    public int work(int budget) {
        int done = 0;
        for (int i = 0; i < operators.size(); i++) {
            done += operators.get(i).work(budget);
        }
        return done;
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

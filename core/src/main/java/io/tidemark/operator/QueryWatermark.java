package io.tidemark.operator;

import io.tidemark.state.ScalarState;
import io.tidemark.time.TimeSettings;
import io.tidemark.time.Watermark;
import java.util.ArrayList;
import java.util.List;

/**
 * The one watermark of a query whose streams all go by it. Inputs report what their rows give; at each cut all of them take what the rows of the
 * batches before gave together. Engine thread only.
 */
public final class QueryWatermark {
    private final boolean smallest;
    private final long initial;
    private final ScalarState current;
    private final ScalarState due;
    private final List<ScalarState> inputs = new ArrayList<>();
    private final List<OperatorContext> contexts = new ArrayList<>();

    /**
     * A watermark.
     *
     * @param current scalar for the watermark of the batch in hand
     * @param due scalar for the watermark of the next batch
     */
    public QueryWatermark(TimeSettings settings, ScalarState current, ScalarState due) {
        this.smallest = settings.merge() == TimeSettings.Merge.MIN;
        this.initial = settings.initialWatermark();
        this.current = current;
        this.due = due;
    }

    /** Adds an input; its scalar holds the watermark that its rows give. Before the first row. */
    public void add(ScalarState input, OperatorContext context) {
        inputs.add(input);
        contexts.add(context);
    }

    /** A cut begins: the watermark that was due takes effect. */
    public void beginCut() {
        current.set(Math.max(current.get(), due.get()));
    }

    /** A cut ends: what the rows so far give is due at the next one. */
    public void endCut() {
        long result = smallest ? Watermark.END : Watermark.NONE;
        long greatest = Watermark.NONE;
        boolean any = false;
        for (int i = 0; i < inputs.size(); i++) {
            long input = Math.max(initial, inputs.get(i).get());
            greatest = Math.max(greatest, input);
            if (!contexts.get(i).idle(0)) {
                any = true;
                result = smallest ? Math.min(result, input) : Math.max(result, input);
            }
        }
        // Inputs that are all idle hold nobody back, not even each other.
        due.set(Math.max(due.get(), any ? result : greatest));
    }

    /** The watermark of the batch in hand. */
    public long current() {
        return current.get();
    }

    /** The watermark that takes effect with the next cut. */
    public long due() {
        return due.get();
    }
}

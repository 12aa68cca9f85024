package io.tidemark.operator;

import io.tidemark.state.ScalarState;
import io.tidemark.time.TimeSettings;
import io.tidemark.time.Watermark;
import java.util.List;

/**
 * Watermarks and cuts of the inputs of one operator, and what they make together. The merged watermark is the smallest or the greatest, over the inputs
 * that have a watermark and are not idle; it never goes back. A cut has come when it came from every input. Engine thread only.
 */
public final class InputMerge {
    private final OperatorContext context;
    private final boolean smallest;
    private final boolean[] tracked;
    private final ScalarState[] inputs;
    private final ScalarState merged;
    private final ScalarState cuts;

    /**
     * Opens the scalars of an operator.
     *
     * @param types the inputs; those without a watermark do not count
     */
    public InputMerge(OperatorContext context, List<StreamType> types, TimeSettings settings) {
        this.context = context;
        // The one watermark of a query is merged already; an operator has it when all its inputs do.
        this.smallest = settings.merge() == TimeSettings.Merge.MIN || settings.oneForAll();
        this.tracked = new boolean[types.size()];
        this.inputs = new ScalarState[types.size()];
        boolean any = false;
        for (int i = 0; i < inputs.length; i++) {
            tracked[i] = types.get(i).hasWatermark();
            any |= tracked[i];
            inputs[i] = context.state().scalar("watermark-" + i, settings.initialWatermark());
        }
        // Without any watermark only a drain sends one, to every input.
        for (int i = 0; i < inputs.length && !any; i++) {
            tracked[i] = true;
        }
        merged = context.state().scalar("watermark", settings.initialWatermark());
        cuts = context.state().scalar("cuts", 0);
    }

    /** Watermark of one input. */
    public long of(int input) {
        return inputs[input].get();
    }

    /** The watermark that the inputs make together. */
    public long merged() {
        return merged.get();
    }

    /** Takes a watermark of one input; whether the merged one moved. */
    public boolean advance(int input, long watermarkNs) {
        if (watermarkNs > inputs[input].get()) {
            inputs[input].set(watermarkNs);
        }
        return merge();
    }

    /** Takes a cut of one input; whether it has now come from every input. */
    public boolean cut() {
        long came = cuts.get() + 1;
        cuts.set(came == inputs.length ? 0 : came);
        return came == inputs.length;
    }

    /** Merges anew after an input became idle or active; whether the merged one moved. */
    public boolean merge() {
        long result = smallest ? Watermark.END : Watermark.NONE;
        long greatest = Watermark.NONE;
        boolean any = false;
        for (int i = 0; i < inputs.length; i++) {
            long watermarkNs = inputs[i].get();
            greatest = tracked[i] ? Math.max(greatest, watermarkNs) : greatest;
            if (tracked[i] && (watermarkNs == Watermark.END || !context.idle(i))) {
                any = true;
                result = smallest ? Math.min(result, watermarkNs) : Math.max(result, watermarkNs);
            }
        }
        // Inputs that are all idle hold nobody back, not even each other.
        result = any ? result : greatest;
        if (result <= merged.get()) {
            return false;
        }
        merged.set(result);
        return true;
    }
}

package io.tidemark.expr.eval;

import java.util.List;

/**
 * A function of one row, under one name: types it accepts, and nodes that compute it. Immutable; any thread.
 *
 * <p>{@link #resolve} says to which types the arguments are converted before they reach {@link #create}: a function sees the
 * parameter types of its own signature and nothing else.
 */
public interface ScalarFunction {
    /** Name in expressions. */
    String name();

    /**
     * Version of what it computes, part of the fingerprint of a plan that uses it, for functions of the user's own: state another number
     * when results change.
     */
    default int version() {
        return 1;
    }

    /** Parameter and result types for these arguments, or null after {@link CallSite#refuse} or one of its kin. */
    Signature resolve(CallSite call);

    /** The node, of the interface that the result type asks for; the arguments have the types of the signature. */
    Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context);
}

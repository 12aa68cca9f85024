package io.tidemark.plan;

/** What is wrong with a plan as JSON; inside this package only, {@link PlanJson} gives it a code. */
final class PlanJsonException extends RuntimeException {
    private static final long serialVersionUID = 1;

    PlanJsonException(String reason) {
        super(reason);
    }

    PlanJsonException(String reason, Exception cause) {
        super(reason + (cause.getCause() == null ? "" : ": " + cause.getCause().getMessage()), cause);
    }
}

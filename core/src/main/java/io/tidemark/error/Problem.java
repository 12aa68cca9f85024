package io.tidemark.error;

import java.util.Objects;

/**
 * One thing that is wrong.
 *
 * @param code stable code
 * @param operator uid of the operator, or empty where no operator is concerned
 * @param column column or setting, or empty
 * @param reason what is wrong, as a sentence
 * @param wayOut what the user can do, as a sentence
 */
public record Problem(ErrorCode code, String operator, String column, String reason, String wayOut) {
    /** Checks that nothing is null. */
    public Problem {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(operator, "operator");
        Objects.requireNonNull(column, "column");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(wayOut, "wayOut");
    }

    /** A problem that concerns no operator and no column. */
    public static Problem of(ErrorCode code, String reason, String wayOut) {
        return new Problem(code, "", "", reason, wayOut);
    }

    /** One line: {@code CODE [operator] column 'x': reason Way out: ...}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(code.name());
        if (!operator.isEmpty()) {
            text.append(" in ").append(operator);
        }
        if (!column.isEmpty()) {
            text.append(", '").append(column).append('\'');
        }
        text.append(": ").append(reason);
        if (!wayOut.isEmpty()) {
            text.append(" Way out: ").append(wayOut);
        }
        return text.toString();
    }
}

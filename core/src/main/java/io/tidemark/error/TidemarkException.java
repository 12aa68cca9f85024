package io.tidemark.error;

import java.util.List;
import java.util.stream.Collectors;

/** Everything that Tidemark refuses or fails at, with one or more {@link Problem problems}. */
public final class TidemarkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /** One problem. */
    public TidemarkException(Problem problem) {
        this(List.of(problem), null);
    }

    /** One problem with the exception behind it. */
    public TidemarkException(Problem problem, Throwable cause) {
        this(List.of(problem), cause);
    }

    /** One problem that concerns no operator and no column. */
    public TidemarkException(ErrorCode code, String reason, String wayOut) {
        this(Problem.of(code, reason, wayOut));
    }

    /** One problem that concerns no operator and no column, with the exception behind it. */
    public TidemarkException(ErrorCode code, String reason, String wayOut, Throwable cause) {
        this(Problem.of(code, reason, wayOut), cause);
    }

    /** Several problems that were found together; the first one gives {@link #code()}. */
    public TidemarkException(List<Problem> problems) {
        this(problems, null);
    }

    private TidemarkException(List<Problem> problems, Throwable cause) {
        super(text(problems), cause);
        this.problems = List.copyOf(problems);
    }

    /** Code of the first problem. */
    public ErrorCode code() {
        return problems.get(0).code();
    }

    /** All problems, direct ones before those that merely follow; never empty. */
    public List<Problem> problems() {
        return problems;
    }

    private static String text(List<Problem> problems) {
        if (problems.isEmpty()) {
            throw new IllegalArgumentException("an exception needs a problem");
        }
        if (problems.size() == 1) {
            return problems.get(0).toString();
        }
        return problems.stream()
                .map(problem -> "\n  - " + problem)
                .collect(Collectors.joining("", problems.size() + " problems:", ""));
    }
}

package io.tidemark.expr.eval;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A call whose arguments have been typed and whose function is now being resolved. */
public final class CallSite {
    private final Call call;
    private final List<DataType> types;
    private final List<Boolean> nullables;
    private final boolean ansi;
    private final Consumer<Problem> problems;

    /**
     * A call with typed arguments.
     *
     * @param nullables for each argument whether it can be null
     * @param ansi whether failures are errors
     * @param problems takes what is wrong with the call
     */
    public CallSite(
            Call call, List<DataType> types, List<Boolean> nullables, boolean ansi, Consumer<Problem> problems) {
        this.call = call;
        this.types = types;
        this.nullables = nullables;
        this.ansi = ansi;
        this.problems = problems;
    }

    /** Number of arguments. */
    public int size() {
        return types.size();
    }

    /** Type of an argument. */
    public DataType type(int argument) {
        return types.get(argument);
    }

    /** Types of all arguments. */
    public List<DataType> types() {
        return types;
    }

    /** Whether an argument can be null. */
    public boolean nullable(int argument) {
        return nullables.get(argument);
    }

    /** Whether some argument can be null. */
    public boolean anyNullable() {
        return nullables.contains(true);
    }

    /** The constant that an argument is, or null when it is none. */
    public Literal literal(int argument) {
        return call.arguments().get(argument) instanceof Literal literal ? literal : null;
    }

    /** Whether failures are errors; otherwise they give null and the result of a function that can fail is nullable. */
    public boolean ansi() {
        return ansi;
    }

    /** Whether there are {@code least} to {@code most} arguments; reports it where not. */
    public boolean accepts(int least, int most) {
        if (size() >= least && size() <= most) {
            return true;
        }
        String count =
                least == most ? "" + least : most == Integer.MAX_VALUE ? least + " or more" : least + " to " + most;
        refuse(
                ErrorCode.FUNCTION_UNSUPPORTED,
                "'" + call.function() + "' takes " + count + " arguments and was given " + size() + ".",
                "Write it with " + count + ".");
        return false;
    }

    /** Reports that the types do not fit. Returns null. */
    public Signature mismatch(String wanted, String wayOut) {
        List<String> given = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            given.add(call.arguments().get(i) + " is " + types.get(i));
        }
        return refuse(
                ErrorCode.TYPE_MISMATCH,
                "'" + call.function() + "' takes " + wanted + "; here " + String.join(", ", given) + ".",
                wayOut);
    }

    /** Reports a problem of this call. Returns null. */
    public Signature refuse(ErrorCode code, String reason, String wayOut) {
        problems.accept(new Problem(code, "", ColumnNames.first((Expression) call), reason, wayOut));
        return null;
    }
}

package io.tidemark.expr.eval;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.expr.Expression.Call;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The functions of one row, by name. Immutable; any thread. */
public final class FunctionRegistry {
    private static final FunctionRegistry STANDARD = new FunctionRegistry(StandardFunctions.all());
    private static final int NEAR = 2;

    private final Map<String, ScalarFunction> functions = new TreeMap<>();

    /**
     * A registry of these functions.
     *
     * @throws IllegalArgumentException if two have the same name
     */
    public FunctionRegistry(Collection<? extends ScalarFunction> functions) {
        for (ScalarFunction function : functions) {
            if (this.functions.put(function.name(), function) != null) {
                throw new IllegalArgumentException("two functions '" + function.name() + "'");
            }
        }
    }

    /** The functions that come with Tidemark. */
    public static FunctionRegistry standard() {
        return STANDARD;
    }

    /** This registry and further functions. */
    public FunctionRegistry with(ScalarFunction... more) {
        List<ScalarFunction> all = new ArrayList<>(functions.values());
        Collections.addAll(all, more);
        return new FunctionRegistry(all);
    }

    /** This registry with the greatest time of a window so many nanoseconds before its end. */
    public FunctionRegistry withWindowUnit(long unitNs) {
        List<ScalarFunction> all = new ArrayList<>(functions.values());
        all.removeIf(WindowTime.class::isInstance);
        all.add(new WindowTime(unitNs));
        return new FunctionRegistry(all);
    }

    /** All names in order. */
    public Set<String> names() {
        return Collections.unmodifiableSet(functions.keySet());
    }

    /** The function of a call, or null after reporting that there is none. */
    ScalarFunction find(Call call, Consumer<Problem> problems) {
        ScalarFunction function = functions.get(call.function());
        if (function == null) {
            Problem refused = Nondeterminism.problem(call);
            problems.accept(refused != null ? refused : unknown(call));
        }
        return function;
    }

    private Problem unknown(Call call) {
        String near = functions.keySet().stream()
                .filter(name -> EditDistance.between(name, call.function()) <= NEAR && name.length() > NEAR)
                .collect(Collectors.joining(", "));
        return new Problem(
                ErrorCode.FUNCTION_UNSUPPORTED,
                "",
                ColumnNames.first(call),
                "There is no function '" + call.function() + "'.",
                near.isEmpty() ? "Use one of " + names() + "." : "Did you mean " + near + "?");
    }
}

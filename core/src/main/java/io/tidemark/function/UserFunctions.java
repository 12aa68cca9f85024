package io.tidemark.function;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.eval.FunctionRegistry;
import io.tidemark.expr.eval.ScalarFunction;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;

/** The functions that users add to those that come with Tidemark. Immutable; any thread. */
public final class UserFunctions {
    /** None. */
    public static final UserFunctions NONE = new UserFunctions(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());

    private final Map<String, ScalarFunction> scalars;
    private final Map<String, UserAggregate> aggregates;
    private final Map<String, KeyedFunction> keyed;
    private final FunctionRegistry registry;

    private UserFunctions(
            Map<String, ScalarFunction> scalars,
            Map<String, UserAggregate> aggregates,
            Map<String, KeyedFunction> keyed) {
        this.scalars = scalars;
        this.aggregates = aggregates;
        this.keyed = keyed;
        this.registry = FunctionRegistry.standard().with(scalars.values().toArray(ScalarFunction[]::new));
    }

    /**
     * These and further functions of one row.
     *
     * @throws TidemarkException {@code SETTING_INVALID} when the name is taken
     */
    public UserFunctions with(ScalarFunction... more) {
        Map<String, ScalarFunction> all = new TreeMap<>(scalars);
        for (ScalarFunction function : more) {
            boolean standard = FunctionRegistry.standard().names().contains(function.name());
            if (standard || all.put(function.name(), function) != null) {
                throw taken(function.name());
            }
        }
        return new UserFunctions(all, aggregates, keyed);
    }

    /**
     * These and further aggregates.
     *
     * @throws TidemarkException {@code SETTING_INVALID} when the name is taken
     */
    public UserFunctions with(UserAggregate... more) {
        Map<String, UserAggregate> all = new TreeMap<>(aggregates);
        for (UserAggregate aggregate : more) {
            if (all.put(aggregate.name(), aggregate) != null) {
                throw taken(aggregate.name());
            }
        }
        return new UserFunctions(scalars, all, keyed);
    }

    /**
     * These and a function over keys; the same object may be added again.
     *
     * @throws TidemarkException {@code SETTING_INVALID} when the name is taken by another one
     */
    public UserFunctions with(KeyedFunction function) {
        Map<String, KeyedFunction> all = new TreeMap<>(keyed);
        KeyedFunction before = all.put(function.name(), function);
        if (before != null && before != function) {
            throw taken(function.name());
        }
        return new UserFunctions(scalars, aggregates, all);
    }

    /**
     * These and those of another stream of the same query.
     *
     * @throws TidemarkException {@code SETTING_INVALID} when two different functions have one name
     */
    public UserFunctions and(UserFunctions other) {
        Map<String, ScalarFunction> allScalars = new TreeMap<>(scalars);
        Map<String, UserAggregate> allAggregates = new TreeMap<>(aggregates);
        other.scalars.forEach((name, function) -> {
            if (!allScalars.getOrDefault(name, function).equals(function)) {
                throw taken(name);
            }
            allScalars.put(name, function);
        });
        other.aggregates.forEach((name, aggregate) -> {
            if (!allAggregates.getOrDefault(name, aggregate).equals(aggregate)) {
                throw taken(name);
            }
            allAggregates.put(name, aggregate);
        });
        UserFunctions all = new UserFunctions(allScalars, allAggregates, keyed);
        for (KeyedFunction function : other.keyed.values()) {
            all = all.with(function);
        }
        return all;
    }

    /** All functions of one row: those that come with Tidemark, and these. */
    public FunctionRegistry scalars() {
        return registry;
    }

    /** The aggregate of this name, or null. */
    public UserAggregate aggregate(String name) {
        return aggregates.get(name);
    }

    /** The function over keys of this name, or null. */
    public KeyedFunction keyed(String name) {
        return keyed.get(name);
    }

    /** Versions by names; where a function of one row and an aggregate share a name, both. */
    public Map<String, String> versions() {
        Map<String, String> versions = new TreeMap<>();
        scalars.values().forEach(one -> versions.merge(one.name(), "" + one.version(), (a, b) -> a + "/" + b));
        aggregates.values().forEach(one -> versions.merge(one.name(), "" + one.version(), (a, b) -> a + "/" + b));
        keyed.values().forEach(one -> versions.merge(one.name(), "" + one.version(), (a, b) -> a + "/" + b));
        return versions;
    }

    /** Names of the aggregates in order. */
    public Set<String> aggregateNames() {
        return Collections.unmodifiableSet(aggregates.keySet());
    }

    /** Those with one of these names. */
    public UserFunctions only(Set<String> names) {
        Map<String, ScalarFunction> someScalars = new TreeMap<>(scalars);
        Map<String, UserAggregate> someAggregates = new TreeMap<>(aggregates);
        someScalars.keySet().retainAll(names);
        someAggregates.keySet().retainAll(names);
        Map<String, KeyedFunction> someKeyed = new TreeMap<>(keyed);
        someKeyed.keySet().retainAll(names);
        return new UserFunctions(someScalars, someAggregates, someKeyed);
    }

    /** Names and versions in order: what the fingerprint of a plan holds. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        scalars.values().forEach(function -> text.add(function.name() + " version " + function.version()));
        aggregates
                .values()
                .forEach(aggregate -> text.add("aggregate " + aggregate.name() + " version " + aggregate.version()));
        keyed.values().forEach(function -> text.add("keyed " + function.name() + " version " + function.version()));
        return text.toString();
    }

    private static TidemarkException taken(String name) {
        return new TidemarkException(
                ErrorCode.SETTING_INVALID,
                "There is another function '" + name + "'.",
                "Give your function a name of its own.");
    }
}

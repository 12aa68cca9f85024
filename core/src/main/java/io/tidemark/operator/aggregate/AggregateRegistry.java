package io.tidemark.operator.aggregate;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The aggregate functions by name. */
final class AggregateRegistry {
    private static final Map<String, AggregateFunction> FUNCTIONS = new TreeMap<>();

    static {
        register(new Count());
        register(new Sum());
        register(new Average());
        register(new Extreme("min", false));
        register(new Extreme("max", true));
        register(new Edge("first", false));
        register(new Edge("last", true));
    }

    private AggregateRegistry() {}

    /** The function of this name, or null. */
    static AggregateFunction find(String name) {
        return FUNCTIONS.get(name);
    }

    /** All names in order. */
    static Set<String> names() {
        return FUNCTIONS.keySet();
    }

    private static void register(AggregateFunction function) {
        FUNCTIONS.put(function.name(), function);
    }
}

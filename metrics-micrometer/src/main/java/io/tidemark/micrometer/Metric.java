package io.tidemark.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * A figure that is shown.
 *
 * @param name its name, with its unit at the end
 * @param kind whether it only grows
 * @param unit base unit, or null
 * @param meaning what it says
 * @param figure takes it from a sample
 */
record Metric<T>(String name, Kind kind, String unit, String meaning, ToDoubleFunction<T> figure) {
    /** Whether a figure only grows while a query runs. */
    enum Kind {
        GAUGE,
        COUNTER
    }

    static <T> Metric<T> gauge(String name, String unit, String meaning, ToDoubleFunction<T> figure) {
        return new Metric<>(name, Kind.GAUGE, unit, meaning, figure);
    }

    static <T> Metric<T> counter(String name, String unit, String meaning, ToDoubleFunction<T> figure) {
        return new Metric<>(name, Kind.COUNTER, unit, meaning, figure);
    }

    /** Shows it in a registry. The meter holds the source, so that it stays readable as long as it is registered. */
    Meter register(MeterRegistry registry, Tags tags, Supplier<T> source) {
        ToDoubleFunction<Supplier<T>> read = ignored -> figure.applyAsDouble(source.get());
        return kind == Kind.GAUGE
                ? Gauge.builder(name, source, read)
                        .baseUnit(unit)
                        .description(meaning)
                        .tags(tags)
                        .register(registry)
                : FunctionCounter.builder(name, source, read)
                        .baseUnit(unit)
                        .description(meaning)
                        .tags(tags)
                        .register(registry);
    }
}

package io.tidemark.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.tidemark.metrics.StreamingQueryProgress;
import io.tidemark.operator.DropReason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** The meters of one query in any number of registries. Sources and operators do not change while a query runs, so they are found by their place. */
final class WatchedQuery {
    private final Supplier<StreamingQueryProgress> progress;
    private final String name;
    private final List<Shown> shown = new ArrayList<>();

    private record Shown(MeterRegistry registry, Meter meter) {}

    WatchedQuery(String name, Supplier<StreamingQueryProgress> progress) {
        this.name = name;
        this.progress = progress;
    }

    void bindTo(MeterRegistry registry) {
        StreamingQueryProgress now = progress.get();
        Tags query = Tags.of("query", name);
        show(registry, MetricTable.QUERY, query, sample -> sample);
        for (int i = 0; i < now.sources().size(); i++) {
            int at = i;
            Tags tags = query.and("source", now.sources().get(i).name());
            show(registry, MetricTable.SOURCE, tags, sample -> sample.sources().get(at));
        }
        for (int i = 0; i < now.operators().size(); i++) {
            int at = i;
            Tags tags = query.and("operator", now.operators().get(i).uid());
            show(
                    registry,
                    MetricTable.OPERATOR,
                    tags,
                    sample -> sample.operators().get(at));
            for (DropReason reason : DropReason.values()) {
                Tags ofReason = tags.and("reason", MetricTable.tag(reason));
                show(
                        registry,
                        List.of(MetricTable.dropped(reason)),
                        ofReason,
                        sample -> sample.operators().get(at));
            }
        }
        for (int i = 0; i < now.stateOperators().size(); i++) {
            int at = i;
            Tags tags = query.and("operator", now.stateOperators().get(i).uid());
            show(
                    registry,
                    MetricTable.STATE,
                    tags,
                    sample -> sample.stateOperators().get(at));
        }
    }

    private <T> void show(
            MeterRegistry registry, List<Metric<T>> metrics, Tags tags, Function<StreamingQueryProgress, T> part) {
        for (Metric<T> metric : metrics) {
            shown.add(new Shown(registry, metric.register(registry, tags, () -> part.apply(progress.get()))));
        }
    }

    void remove() {
        shown.forEach(meter -> meter.registry().remove(meter.meter()));
        shown.clear();
    }
}

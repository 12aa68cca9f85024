package io.tidemark.plan;

import io.tidemark.operator.Lineage;
import io.tidemark.operator.Trait;
import io.tidemark.operator.Trait.Rule;
import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the columns of a plan are, node by node, and what gives the state of its operators their meaning. */
final class PlanTraits {
    private final BoundPlan plan;
    private final Map<String, String> versions;
    private final List<Map<String, String>> columns = new ArrayList<>();
    private final List<List<Trait>> traits = new ArrayList<>();

    /**
     * Looks through a plan.
     *
     * @param versions versions of the functions of the user's own by their names
     */
    PlanTraits(BoundPlan plan, Map<String, String> versions) {
        this.plan = plan;
        this.versions = versions;
        for (PlanNode.Source source : plan.sources()) {
            Map<String, String> own = new LinkedHashMap<>();
            source.schema().names().forEach(name -> own.put(name, source.name() + "." + name));
            columns.add(own);
        }
        for (BoundStep step : plan.steps()) {
            Lineage lineage =
                    new Lineage(step.inputs().stream().map(columns::get).toList(), this::function);
            List<Trait> own = traits(step, lineage);
            traits.add(own);
            columns.add(columns(step, lineage, own));
        }
    }

    /** What gives the state of a step its meaning. */
    List<Trait> of(int step) {
        return traits.get(step);
    }

    private String function(String name) {
        return versions.containsKey(name) ? name + " version " + versions.get(name) : name;
    }

    private List<Trait> traits(BoundStep step, Lineage lineage) {
        List<Trait> all = new ArrayList<>(step.bound().traits(lineage));
        if (all.isEmpty() && step.bound().stateful()) {
            all.add(Trait.setting("definition", step.node(), Rule.REBUILD));
        }
        if (!all.isEmpty() || step.inputs().size() > 1) {
            List<String> sources =
                    step.inputSources().stream().map(this::sources).toList();
            all.add(Trait.setting("fed by", String.join(" and ", sources), Rule.DECISION));
        }
        return all;
    }

    private String sources(BitSet sources) {
        return sources.stream()
                .mapToObj(source -> plan.sources().get(source).name())
                .sorted()
                .toList()
                .toString();
    }

    /** Columns that an operator makes are known by it, and by all that gives them their meaning. */
    private static Map<String, String> columns(BoundStep step, Lineage lineage, List<Trait> traits) {
        Schema schema = step.bound().output().schema();
        List<String> origins = step.bound().origins(lineage);
        String made = made(traits);
        Map<String, String> own = new LinkedHashMap<>();
        for (int i = 0; i < schema.size(); i++) {
            String name = schema.field(i).name();
            String origin = origins.isEmpty() ? "" : origins.get(i);
            own.put(name, origin.isEmpty() ? made(step.node().kind(), name, made, traits) : origin);
        }
        return own;
    }

    private static String made(List<Trait> traits) {
        List<String> texts = traits.stream()
                .filter(one -> one.rule() != Rule.MEMBER)
                .filter(one -> !one.name().equals("fed by"))
                .map(one -> one.name() + " " + one.meaning())
                .toList();
        return Lineage.shortened(texts.toString());
    }

    private static String made(String kind, String column, String made, List<Trait> traits) {
        String computed = traits.stream()
                .filter(one -> one.rule() == Rule.MEMBER && one.name().equals(column))
                .map(Trait::meaning)
                .findFirst()
                .orElse(column);
        return Lineage.shortened(kind + "." + computed + " by " + made);
    }
}

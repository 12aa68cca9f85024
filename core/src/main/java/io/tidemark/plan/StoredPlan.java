package io.tidemark.plan;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.function.UserFunctions;
import io.tidemark.operator.OutputMode;
import io.tidemark.operator.QuerySettings;
import io.tidemark.time.TimeSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A plan as a query's directory keeps it, so that another process can bind it again: the plan and its settings, the names and versions of the functions of
 * the user's own, and where the rows go.
 *
 * @param plan the plan, or null when it cannot be bound any more
 * @param versions versions of the functions by their names, as they were
 * @param sink name of the sink
 * @param cutEvery rows between two cuts, or 0
 * @param gone why the plan cannot be bound or run as it was, or empty
 */
public record StoredPlan(BoundPlan plan, Map<String, String> versions, String sink, long cutEvery, String gone) {
    private static final long FORMAT = 1;

    /** Copies the map. */
    public StoredPlan {
        versions = Map.copyOf(versions);
    }

    /** A plan of now. */
    public static StoredPlan of(BoundPlan plan, String sink, long cutEvery) {
        return new StoredPlan(plan, plan.settings().functions().versions(), sink, cutEvery, "");
    }

    /** Whether the plan can run as it did: it can be bound, and all its functions are there in their versions. */
    public boolean runs() {
        return gone.isEmpty();
    }

    /**
     * Writes a plan as text.
     *
     * @param operators all operators that a plan can hold
     */
    public String write(List<Class<? extends Record>> operators) {
        RecordCodec codec = new RecordCodec(operators);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("format", FORMAT);
        document.put("sink", sink);
        document.put("cutEvery", cutEvery);
        document.put("settings", settings(codec));
        document.put("functions", new LinkedHashMap<>(new TreeMap<>(versions)));
        document.put("plan", new PlanJson(operators).write(root()));
        return JsonTree.write(document);
    }

    private Map<String, Object> settings(RecordCodec codec) {
        QuerySettings settings = plan.settings();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("mode", settings.mode().name());
        members.put("ansi", settings.ansi());
        members.put("time", codec.write(settings.time(), TimeSettings.class));
        members.put("accepted", settings.accepted().name());
        members.put("conflated", settings.conflated());
        members.put("changelog", settings.changelog());
        return members;
    }

    /** The plan as it was before it was bound. */
    private PlanNode root() {
        List<PlanNode> nodes = new ArrayList<>(plan.sources());
        for (BoundStep step : plan.steps()) {
            List<PlanNode> inputs = step.inputs().stream().map(nodes::get).toList();
            nodes.add(new PlanNode.Step(step.node(), step.named() ? step.uid() : "", inputs));
        }
        return nodes.get(nodes.size() - 1);
    }

    /**
     * Reads a plan and binds it.
     *
     * @param operators all operators that a plan can hold
     * @param functions the functions of the user's own that this process has
     * @throws TidemarkException {@code JOURNAL_INVALID} when the text is damaged
     */
    public static StoredPlan read(String text, List<Class<? extends Record>> operators, UserFunctions functions) {
        try {
            Map<?, ?> document = (Map<?, ?>) JsonTree.read(text);
            if (!Long.valueOf(FORMAT).equals(document.get("format"))) {
                throw new PlanJsonException("its format is " + document.get("format") + " and not " + FORMAT);
            }
            Map<String, String> versions = new TreeMap<>();
            ((Map<?, ?>) document.get("functions")).forEach((name, one) -> versions.put((String) name, (String) one));
            PlanNode root = new PlanJson(operators).read((String) document.get("plan"));
            QuerySettings settings =
                    settings((Map<?, ?>) document.get("settings"), new RecordCodec(operators), functions);
            return bind(root, settings, versions, (String) document.get("sink"), (Long) document.get("cutEvery"));
        } catch (IOException
                | PlanJsonException
                | ClassCastException
                | NullPointerException
                | IllegalArgumentException e) {
            throw damaged(e);
        }
    }

    /**
     * The sources of a plan in its order, without binding it, so that no function of the user's own is needed.
     *
     * @throws TidemarkException {@code JOURNAL_INVALID} when the text is damaged
     */
    public static List<PlanNode.Source> sources(String text, List<Class<? extends Record>> operators) {
        try {
            Map<?, ?> document = (Map<?, ?>) JsonTree.read(text);
            return Analyzer.sources(new PlanJson(operators).read((String) document.get("plan")));
        } catch (IOException | ClassCastException | NullPointerException e) {
            throw damaged(e);
        }
    }

    /**
     * Reads a plan that somebody made to be compared with this one: what {@link #write} gave, or the plan alone as {@link PlanJson} writes it, which then has
     * the settings, the sink and the cuts of this one.
     *
     * @param functions the functions of the user's own that this process has
     * @throws TidemarkException {@code SETTING_INVALID} when the text is not a plan, {@code JOURNAL_INVALID} when it is a damaged one
     */
    public StoredPlan other(String text, List<Class<? extends Record>> operators, UserFunctions functions) {
        if (isComplete(text)) {
            return read(text, operators, functions);
        }
        PlanNode root = new PlanJson(operators).read(text);
        return bind(root, plan.settings().withFunctions(functions), functions.versions(), sink, cutEvery);
    }

    private static boolean isComplete(String text) {
        try {
            return JsonTree.read(text) instanceof Map<?, ?> document && document.containsKey("settings");
        } catch (IOException e) {
            // Whoever reads it next says what is wrong.
            return false;
        }
    }

    private static TidemarkException damaged(Exception cause) {
        return new TidemarkException(
                ErrorCode.JOURNAL_INVALID,
                "The stored plan is damaged: "
                        + String.valueOf(cause.getMessage()).replaceAll("\\s+", " ") + ".",
                "Restart from the checkpoint before, or rebuild the query in a new directory.",
                cause);
    }

    private static QuerySettings settings(Map<?, ?> members, RecordCodec codec, UserFunctions functions) {
        return new QuerySettings(
                OutputMode.valueOf((String) members.get("mode")),
                (Boolean) members.get("ansi"),
                (TimeSettings) codec.read(members.get("time"), TimeSettings.class),
                QuerySettings.Accepted.valueOf((String) members.get("accepted")),
                (Boolean) members.get("conflated"),
                (Boolean) members.get("changelog"),
                functions);
    }

    private static StoredPlan bind(
            PlanNode root, QuerySettings settings, Map<String, String> versions, String sink, long cutEvery) {
        Map<String, String> present = settings.functions().versions();
        List<String> missing = new ArrayList<>();
        versions.forEach((name, version) -> {
            if (!version.equals(present.get(name))) {
                missing.add(name + " version " + version);
            }
        });
        String gone = missing.isEmpty() ? "" : "its functions are gone: " + String.join(", ", missing);
        List<Problem> problems = new ArrayList<>();
        BoundPlan plan = new Analyzer(settings, problems).analyze(root);
        if (!problems.isEmpty() && gone.isEmpty()) {
            gone = "it cannot be bound any more: " + problems.get(0).reason();
        }
        return new StoredPlan(problems.isEmpty() ? plan : null, versions, sink, cutEvery, gone);
    }
}

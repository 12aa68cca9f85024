package io.tidemark.plan;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.operator.OperatorNode;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A plan as JSON: {@code {"format":1,"nodes":[...]}}, each node after its inputs, which it names by their numbers; the last one gives the output. Functions
 * of the user's own stand in it by their names.
 */
public final class PlanJson {
    /** The format that is written, and the only one that is read. */
    public static final int FORMAT = 1;

    private final RecordCodec codec;

    /** Reads and writes plans of these operators. */
    public PlanJson(List<Class<? extends Record>> operators) {
        codec = new RecordCodec(operators);
    }

    /** Writes a plan. */
    public String write(PlanNode root) {
        Map<PlanNode, Integer> numbers = new IdentityHashMap<>();
        List<Object> nodes = new ArrayList<>();
        write(root, numbers, nodes);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("format", (long) FORMAT);
        document.put("nodes", nodes);
        return JsonTree.write(document);
    }

    private int write(PlanNode node, Map<PlanNode, Integer> numbers, List<Object> nodes) {
        Integer known = numbers.get(node);
        if (known != null) {
            return known;
        }
        Map<String, Object> members = new LinkedHashMap<>();
        if (node instanceof PlanNode.Source source) {
            members.put("source", source.name());
            members.put("schema", codec.write(source.schema(), Schema.class));
            members.put("recordsIngestTime", source.recordsIngestTime());
        } else {
            PlanNode.Step step = (PlanNode.Step) node;
            List<Object> inputs = new ArrayList<>();
            step.inputs().forEach(input -> inputs.add((long) write(input, numbers, nodes)));
            members.put("uid", step.uid());
            members.put("inputs", inputs);
            members.put("operator", codec.write(step.operator(), OperatorNode.class));
        }
        nodes.add(members);
        numbers.put(node, nodes.size() - 1);
        return nodes.size() - 1;
    }

    /**
     * Reads a plan.
     *
     * @throws TidemarkException {@code SETTING_INVALID} with what is wrong with the text
     */
    public PlanNode read(String text) {
        try {
            Map<?, ?> document = (Map<?, ?>) JsonTree.read(text);
            if (!Long.valueOf(FORMAT).equals(document.get("format"))) {
                throw new PlanJsonException("its format is " + document.get("format") + " and not " + FORMAT);
            }
            List<PlanNode> nodes = new ArrayList<>();
            for (Object one : (List<?>) document.get("nodes")) {
                nodes.add(node((Map<?, ?>) one, nodes));
            }
            return nodes.get(nodes.size() - 1);
        } catch (IOException | PlanJsonException e) {
            throw noPlan(String.valueOf(e.getMessage()).replaceAll("\\s+", " "), e);
        } catch (ClassCastException | NullPointerException | IndexOutOfBoundsException e) {
            throw noPlan("it is JSON and has not the members of a plan", e);
        }
    }

    private static TidemarkException noPlan(String reason, Exception cause) {
        return new TidemarkException(
                ErrorCode.SETTING_INVALID,
                "The text is not a plan: " + reason + ".",
                "Use what toJson() wrote.",
                cause);
    }

    private PlanNode node(Map<?, ?> members, List<PlanNode> before) {
        if (members.containsKey("source")) {
            return new PlanNode.Source(
                    (String) members.get("source"), (Schema) codec.read(members.get("schema"), Schema.class), (Boolean)
                            members.get("recordsIngestTime"));
        }
        List<PlanNode> inputs = new ArrayList<>();
        for (Object input : (List<?>) members.get("inputs")) {
            inputs.add(before.get(Math.toIntExact((Long) input)));
        }
        OperatorNode operator = (OperatorNode) codec.read(members.get("operator"), OperatorNode.class);
        if (inputs.size() != operator.inputCount()) {
            throw new PlanJsonException(
                    "a " + operator.kind() + " has " + operator.inputCount() + " inputs and not " + inputs.size());
        }
        return new PlanNode.Step(operator, (String) members.get("uid"), inputs);
    }
}

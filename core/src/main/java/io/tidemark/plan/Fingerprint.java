package io.tidemark.plan;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Collectors;

/** A hash of everything that gives state and output of a plan their meaning. */
public final class Fingerprint {
    private static final String FORMAT = "tidemark plan 1";

    private Fingerprint() {}

    /** SHA-256 over {@link #text}, in hexadecimal. */
    public static String of(BoundPlan plan) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text(plan).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Source, settings and operators, a line each: names, types, functions, windows and delays. */
    public static String text(BoundPlan plan) {
        StringBuilder text = new StringBuilder(FORMAT).append("\nsettings ").append(plan.settings());
        for (PlanNode.Source source : plan.sources()) {
            text.append("\nsource ").append(source.name()).append(": ").append(source.schema());
        }
        for (BoundStep step : plan.steps()) {
            text.append('\n').append(step.uid());
            text.append(step.inputs().stream().map(plan::name).collect(Collectors.joining(", ", " of ", ": ")));
            text.append(step.node());
            text.append(" -> ").append(step.bound().output().schema());
        }
        return text.append('\n').toString();
    }
}

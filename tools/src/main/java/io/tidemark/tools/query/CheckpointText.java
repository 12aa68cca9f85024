package io.tidemark.tools.query;

import io.tidemark.QueryDirectory;
import io.tidemark.checkpoint.CheckpointCheck;
import io.tidemark.checkpoint.Commit;
import io.tidemark.checkpoint.Manifest;
import io.tidemark.metrics.QueryCounters;
import io.tidemark.plan.BoundPlan;
import io.tidemark.time.Watermark;
import io.tidemark.tools.text.TimeText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A checkpoint as text. */
public final class CheckpointText {
    private final QueryDirectory query;

    /** Texts about the checkpoints of a query. */
    public CheckpointText(QueryDirectory query) {
        this.query = query;
    }

    /** A checkpoint in one line, and a line for each file that is damaged. */
    public List<String> brief(CheckpointCheck check) {
        Manifest manifest = check.manifest();
        long bytes =
                manifest.chain().stream().mapToLong(Manifest.StateFile::bytes).sum();
        List<String> lines = new ArrayList<>();
        lines.add("checkpoint " + manifest.number() + "  " + Instant.ofEpochMilli(manifest.createdAtMs()) + "  "
                + manifest.chain().size() + " files, " + bytes + " bytes  " + positions(manifest) + "  output "
                + manifest.commit().output().sequence() + "  " + word(check));
        check.sentences().forEach(fault -> lines.add("  " + fault));
        return lines;
    }

    /** All that a checkpoint holds but for its state. */
    public List<String> full(CheckpointCheck check) {
        Manifest manifest = check.manifest();
        Commit commit = manifest.commit();
        List<String> lines = new ArrayList<>();
        lines.add("checkpoint " + manifest.number() + " of query '" + manifest.query() + "': " + word(check));
        lines.add("  made at      " + Instant.ofEpochMilli(manifest.createdAtMs()));
        lines.add("  plan         " + manifest.fingerprint() + (isOfPlan(manifest) ? "" : ", not the plan of now"));
        lines.add("  state        " + manifest.stateFormat());
        for (int i = 0; i < commit.positions().size(); i++) {
            lines.add("  source       " + source(manifest, i) + " at "
                    + position(commit.positions().get(i)));
        }
        lines.add("  last row     "
                + (commit.last().position() < 0
                        ? "none"
                        : source(manifest, commit.last().source()) + " at "
                                + position(commit.last().position())));
        lines.add("  order        " + mark(commit.order()));
        lines.add("  sink         " + mark(commit.output()));
        new TreeMap<>(commit.drops())
                .forEach((reason, mark) -> lines.add("  dropped rows " + reason + ": " + mark(mark)));
        for (int i = 0; i < commit.counters().size(); i++) {
            lines.add("  counters     " + part(manifest, i) + ": "
                    + counters(commit.counters().get(i)));
        }
        files(lines, "chain", manifest.chain(), check);
        files(lines, "fallback", manifest.fallback(), check);
        for (String fault : List.of(check.chainFault(), check.fallbackFault())) {
            if (!fault.isEmpty() && !check.faults().containsValue(fault)) {
                lines.add("  " + fault);
            }
        }
        return lines;
    }

    private static void files(List<String> lines, String word, List<Manifest.StateFile> files, CheckpointCheck check) {
        for (Manifest.StateFile file : files) {
            String fault = check.faults().get(file);
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-12s %s  %d bytes  crc32c %08x  %s",
                    word,
                    file.name(),
                    file.bytes(),
                    file.checksum(),
                    fault.isEmpty() ? "ok" : "DAMAGED: " + fault));
        }
    }

    private static String word(CheckpointCheck check) {
        return switch (check.use()) {
            case WHOLE -> "ok";
            case CHAIN_ONLY -> "usable, its fallback is DAMAGED";
            case FALLBACK_ONLY -> "usable through its older base, its chain is DAMAGED";
            case DAMAGED -> "DAMAGED";
        };
    }

    private String positions(Manifest manifest) {
        Commit commit = manifest.commit();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < commit.positions().size(); i++) {
            text.append(i == 0 ? "" : " ")
                    .append(source(manifest, i))
                    .append('@')
                    .append(position(commit.positions().get(i)));
        }
        return text.toString();
    }

    /** Name of a source; its number where the checkpoint was made under another plan. */
    private String source(Manifest manifest, int ordinal) {
        List<String> names = query.sourceNames();
        return ordinal < names.size() && isOfPlan(manifest) ? names.get(ordinal) : "source " + ordinal;
    }

    /** Name of a source or uid of an operator; its number where the plan is another one or cannot be bound here. */
    private String part(Manifest manifest, int ordinal) {
        int sources = manifest.commit().positions().size();
        if (ordinal < sources) {
            return source(manifest, ordinal);
        }
        BoundPlan plan = query.plan().plan();
        return plan != null && isOfPlan(manifest) ? plan.name(ordinal) : "operator " + (ordinal - sources);
    }

    private boolean isOfPlan(Manifest manifest) {
        return manifest.fingerprint().equals(query.query().fingerprint());
    }

    private static String counters(List<Long> counts) {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, Long> one : QueryCounters.named(counts).entrySet()) {
            text.append(text.isEmpty() ? "" : ", ")
                    .append(one.getKey())
                    .append(' ')
                    .append(one.getValue());
        }
        long watermark = QueryCounters.watermark(counts);
        if (watermark != Watermark.NONE) {
            text.append(", W=").append(watermark == Watermark.END ? "end" : TimeText.of(watermark));
        }
        return text.toString();
    }

    private static String mark(Commit.Mark mark) {
        return mark.sequence() < 0 ? "nothing" : "sequence " + mark.sequence() + " at " + position(mark.position());
    }

    private static String position(long position) {
        return position < 0 ? "-" : "0x" + Long.toHexString(position);
    }
}

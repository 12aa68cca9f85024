package io.tidemark.tools.query;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that say where journals of a query lie, where they are not at the places that its directory names. */
public final class Places {
    @Option(
            names = "--source",
            paramLabel = "NAME=DIR",
            description = "Journal of the source NAME. Default: the one that the query reads.")
    private Map<String, Path> sources = new LinkedHashMap<>();

    @Option(
            names = "--sink",
            paramLabel = "DIR",
            description = "Journal of the results. Default: the one that the query writes.")
    private Path sink;

    @Option(names = "--order", paramLabel = "DIR", description = "Order journal. Default: the one that the query has.")
    private Path order;

    @Option(
            names = "--dropped",
            paramLabel = "REASON=DIR",
            description =
                    "Journal of the rows dropped for REASON, such as LATE. Default: the one that the query writes.")
    private Map<String, Path> dropped = new LinkedHashMap<>();

    /** For use by the command line. */
    public Places() {}

    /** Directories by what they are to the query, as its directory names them. */
    Map<String, Path> given() {
        Map<String, Path> given = new LinkedHashMap<>();
        sources.forEach((name, path) -> given.put(QueryJournals.SOURCE + name, path));
        if (sink != null) {
            given.put(QueryJournals.SINK, sink);
        }
        if (order != null) {
            given.put(QueryJournals.ORDER, order);
        }
        dropped.forEach((reason, path) -> given.put(QueryJournals.DROPPED + reason.toUpperCase(Locale.ROOT), path));
        return given;
    }
}

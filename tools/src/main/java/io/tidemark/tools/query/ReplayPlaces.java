package io.tidemark.tools.query;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that say where the journals lie that a replay reads, where they are not at the places that the query's directory names. */
public final class ReplayPlaces {
    @Option(
            names = "--source",
            paramLabel = "NAME=DIR",
            description = "Journal of the source NAME. Default: the one that the query reads.")
    private Map<String, Path> sources = new LinkedHashMap<>();

    @Option(names = "--order", paramLabel = "DIR", description = "Order journal. Default: the one that the query has.")
    private Path order;

    /** For use by the command line. */
    public ReplayPlaces() {}

    Map<String, Path> given() {
        Map<String, Path> given = new LinkedHashMap<>();
        sources.forEach((name, path) -> given.put(QueryJournals.SOURCE + name, path));
        if (order != null) {
            given.put(QueryJournals.ORDER, order);
        }
        return given;
    }
}

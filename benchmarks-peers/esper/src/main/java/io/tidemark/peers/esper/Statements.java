package io.tidemark.peers.esper;

import io.tidemark.peers.Workload;

/** The workloads in Esper's language. */
final class Statements {
    static final String EVENT = "Trade";
    static final String ORDER = "Ordered";
    static final String FILL = "Filled";
    static final String BEGIN = "WindowBegin";
    static final String WATERMARK = "WatermarkAt";
    static final String RESULT = "result";

    /** How much later than the others an event may come. */
    private static final int DISORDER_SECONDS = 3;

    private Statements() {}

    static String of(Workload workload) {
        return switch (workload) {
            case W1 -> windows("windowMillis = context.w.startMillis");
            case W2 -> windows("timeMillis in [context.w.startMillis : context.w.endMillis)");
            case W3 ->
                "@name('" + RESULT + "') select id, key, timeMillis, amount from " + EVENT
                        + "#time(10 sec)#firstunique(id);";
            case W4 -> join();
            case W4L -> throw new IllegalArgumentException("Esper has no row for an order that expires without a fill");
        };
    }

    /** A filter by equality is looked up in a hash table, one by a range in a tree. */
    private static String windows(String belongs) {
        return "create context Windows initiated by " + BEGIN + " as w terminated by " + WATERMARK
                + "(timeMillis >= w.startMillis + " + Workload.WINDOW_MILLIS + "L);\n"
                + "@name('" + RESULT + "') context Windows"
                + " select key, context.w.startMillis, count(*), sum(amount), min(amount), max(amount)"
                + " from " + EVENT + "(" + belongs + ")"
                + " group by key output snapshot when terminated;";
    }

    private static String join() {
        long orderSeconds = Workload.WITHIN_MILLIS / 1_000 + DISORDER_SECONDS;
        return "@name('" + RESULT + "') select o.id, o.timeMillis, f.timeMillis"
                + " from " + ORDER + "#time(" + orderSeconds + " sec) as o, " + FILL + "#time(" + DISORDER_SECONDS
                + " sec) as f where o.id = f.id and f.timeMillis >= o.timeMillis"
                + " and f.timeMillis <= o.timeMillis + " + Workload.WITHIN_MILLIS + "L;";
    }
}

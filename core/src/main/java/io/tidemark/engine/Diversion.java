package io.tidemark.engine;

/**
 * The time in which a pipeline reads and writes scratch journals. What was open stays open and is untouched; closing puts it back, and the pipeline has to be
 * restored to what it was then. Engine thread only.
 */
final class Diversion implements AutoCloseable {
    private final SourceFeeds feeds;
    private final Outputs outputs;
    private final OrderLog order;

    private Diversion(SourceFeeds feeds, Outputs outputs, OrderLog order) {
        this.feeds = feeds;
        this.outputs = outputs;
        this.order = order;
    }

    /**
     * Begins one.
     *
     * @param order the order journal, or null
     */
    static Diversion begin(ScratchFiles files, SourceFeeds feeds, Outputs outputs, OrderLog order) {
        Diversion diversion = new Diversion(feeds, outputs, order);
        boolean begun = false;
        try {
            for (Output output : outputs.all()) {
                output.divert(files.writer(output.sink(), output.schema()));
            }
            if (order != null) {
                order.divert(files);
            }
            feeds.divert(files);
            begun = true;
            return diversion;
        } finally {
            if (!begun) {
                diversion.close();
            }
        }
    }

    @Override
    public void close() {
        feeds.putBack();
        if (order != null) {
            order.putBack();
        }
        outputs.all().forEach(Output::putBack);
    }
}

package io.tidemark.tools;

import io.tidemark.row.Schema;
import io.tidemark.tools.csv.ImportSettings;
import io.tidemark.tools.csv.TimeFormat;
import java.io.InputStream;

/** The real data sets in the jar; {@code data/README.md} says where they come from and what they hold. */
public enum SampleData {
    /** 100 000 trades of one instrument in time order: ts, price, amount. */
    BTCUSD_TRADES("btcusd-trades-2013.csv", "ts timestamp, price decimal(18,8), amount decimal(18,8)") {
        @Override
        public ImportSettings settings() {
            return ImportSettings.of(schema()).fileColumn("ts", "timestamp").timeFormat("ts", TimeFormat.EPOCH_S);
        }
    },
    /** 1 707 earthquakes in the order of their arrival, which is the ingest time: ts, id, net, mag, type, place. */
    EARTHQUAKES(
            "earthquakes-arrivals-2018.csv",
            "ts timestamp, id string, net string, mag decimal(4,2), type string, place string") {
        @Override
        public ImportSettings settings() {
            return ImportSettings.of(schema())
                    .fileColumn("ts", "event_ms")
                    .timeFormat("ts", TimeFormat.EPOCH_MS)
                    .ingestTimeColumn("arrival_ms")
                    .timeFormat("arrival_ms", TimeFormat.EPOCH_MS);
        }
    };

    private final String fileName;
    private final String schema;

    SampleData(String fileName, String schema) {
        this.fileName = fileName;
        this.schema = schema;
    }

    /** Name of the file. */
    public String fileName() {
        return fileName;
    }

    /** Columns of the rows that {@link #settings} import. */
    public Schema schema() {
        return Schema.parse(schema);
    }

    /** How the file is read. */
    public abstract ImportSettings settings();

    /** The file; the caller closes it. */
    public InputStream open() {
        InputStream in = SampleData.class.getResourceAsStream("data/" + fileName);
        if (in == null) {
            throw new IllegalStateException("the jar lacks its resource io/tidemark/tools/data/" + fileName);
        }
        return in;
    }
}

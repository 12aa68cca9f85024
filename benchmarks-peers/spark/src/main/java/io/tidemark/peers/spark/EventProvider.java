package io.tidemark.peers.spark;

import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The events of the current pass as a streaming source. Spark makes it from its name. */
public final class EventProvider implements TableProvider {
    static final String FIRST = "first";
    static final String STEP = "step";

    private static final StructType SCHEMA = new StructType()
            .add("id", DataTypes.LongType, false)
            .add("k", DataTypes.LongType, false)
            .add("ts", DataTypes.TimestampType, false)
            .add("amount", DataTypes.DoubleType, false);

    /** Called by Spark. */
    public EventProvider() {}

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        return SCHEMA;
    }

    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        return new Events();
    }

    private static final class Events implements SupportsRead {
        @Override
        public String name() {
            return "events";
        }

        @Override
        @SuppressWarnings("deprecation")
        public StructType schema() {
            return SCHEMA;
        }

        @Override
        public Set<TableCapability> capabilities() {
            return Set.of(TableCapability.MICRO_BATCH_READ);
        }

        @Override
        public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
            return () -> new EventScan(options.getInt(FIRST, 0), options.getInt(STEP, 1));
        }
    }

    private record EventScan(int first, int step) implements Scan {
        @Override
        public StructType readSchema() {
            return SCHEMA;
        }

        @Override
        public MicroBatchStream toMicroBatchStream(String checkpointLocation) {
            return new EventStream(first, step);
        }
    }
}

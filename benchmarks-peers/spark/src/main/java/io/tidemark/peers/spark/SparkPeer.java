package io.tidemark.peers.spark;

import io.tidemark.peers.Pass;
import io.tidemark.peers.PeerProcess;
import java.nio.file.Files;
import java.util.Iterator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.streaming.StreamingQuery;

/** Starts one session, and runs each pass as a streaming query. */
final class SparkPeer {
    private static SparkSession session;

    private SparkPeer() {}

    /** Runs the passes of a process. */
    public static void main(String[] arguments) throws Exception {
        PeerProcess.run(arguments, SparkPeer::run);
    }

    private static void run(Pass pass) throws Exception {
        if (session == null) {
            session = session(pass.parallelism());
        }
        RowChecksum checksum = RowChecksum.of(pass.workload());
        StreamingQuery query = Queries.of(session, pass)
                .writeStream()
                .outputMode("append")
                .option(
                        "checkpointLocation",
                        Files.createTempDirectory("spark-peer").toString())
                .foreachBatch((Dataset<Row> batch, Long number) ->
                        batch.queryExecution().toRdd().toJavaRDD().foreachPartition(rows -> add(rows, checksum)))
                .start();
        query.processAllAvailable();
        query.stop();
    }

    private static void add(Iterator<InternalRow> rows, RowChecksum checksum) {
        long count = 0;
        long sum = 0;
        while (rows.hasNext()) {
            InternalRow row = rows.next();
            if (row.getLong(0) != EventStream.END) {
                count++;
                sum += checksum.of(row);
            }
        }
        Pass.current().add(count, sum);
    }

    private static SparkSession session(int threads) {
        SparkSession newSession = SparkSession.builder()
                .master("local[" + threads + "]")
                .appName("peer")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", threads)
                .config("spark.sql.session.timeZone", "UTC")
                .getOrCreate();
        newSession.sparkContext().setLogLevel("ERROR");
        return newSession;
    }
}

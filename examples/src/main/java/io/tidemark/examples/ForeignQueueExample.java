package io.tidemark.examples;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;

import io.tidemark.QueryInvoker;
import io.tidemark.Tidemark;
import io.tidemark.chronicle.ForeignJournal;
import io.tidemark.row.Schema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;

/** Reads a queue that another program writes: self-describing documents, their fields found by name. */
public final class ForeignQueueExample {
    private ForeignQueueExample() {}

    /** Runs the example. */
    public static void main(String[] args) {
        Path directory = Path.of(args[0]).resolve("fills");
        writeAsAnotherProgram(directory);
        Schema schema = Schema.parse("ts timestamp, quantity long");
        try (ForeignJournal fills = ForeignJournal.wire(directory, schema, Map.of("ts", "ts", "quantity", "quantity"));
                QueryInvoker query = Tidemark.stream("fills", fills)
                        .withWatermark("ts", Duration.ZERO)
                        .groupBy(window("ts", Duration.ofSeconds(10)))
                        .agg(count().as("fills"), sum("quantity").as("quantity"))
                        .writeStream()
                        .queryName("fills")
                        .foreach((row, sequence) -> System.out.println(row))
                        .invoker()) {
            query.drain();
        }
    }

    private static void writeAsAnotherProgram(Path directory) {
        try (ChronicleQueue queue = ChronicleQueue.single(directory.toString());
                ExcerptAppender appender = queue.createAppender()) {
            for (long i = 0; i < 30; i++) {
                try (DocumentContext document = appender.writingDocument()) {
                    document.wire().write("ts").int64(i * 1_000_000_000L);
                    document.wire().write("quantity").int64(i);
                }
            }
        }
    }
}

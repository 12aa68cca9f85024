package io.tidemark.testkit;

import io.tidemark.engine.OrderJournal;
import io.tidemark.journal.MemoryJournal;
import java.util.List;
import java.util.Random;

/**
 * The inputs of a contract, and the journal that holds their order: null with one input, whose rows are the order.
 *
 * @param journals the inputs
 * @param order the order journal, or null
 */
record ContractInput(List<MemoryJournal> journals, MemoryJournal order) implements AutoCloseable {
    /** Inputs whose order is prescribed by a seed. */
    static ContractInput ordered(List<MemoryJournal> journals, long seed) {
        ContractInput input = unordered(journals);
        if (input.order != null) {
            input.prescribe(new Random(seed));
        }
        return input;
    }

    /** Inputs that are read as the engine likes. */
    static ContractInput unordered(List<MemoryJournal> journals) {
        return new ContractInput(journals, journals.size() == 1 ? null : MemoryJournal.output("order"));
    }

    private void prescribe(Random random) {
        long[] read = new long[journals.size()];
        long rows = journals.stream().mapToLong(MemoryJournal::size).sum();
        int[] sources = new int[(int) rows];
        long[] positions = new long[(int) rows];
        for (int i = 0; i < rows; i++) {
            int source = random.nextInt(read.length);
            while (read[source] == journals.get(source).size()) {
                source = (source + 1) % read.length;
            }
            sources[i] = source;
            positions[i] = read[source]++;
        }
        OrderJournal.prescribe(order, sources, positions);
    }

    @Override
    public void close() {
        if (order != null) {
            order.close();
        }
    }
}

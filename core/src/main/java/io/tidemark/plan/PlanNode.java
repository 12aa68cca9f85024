package io.tidemark.plan;

import io.tidemark.operator.OperatorNode;
import io.tidemark.row.Schema;
import java.util.List;
import java.util.Objects;

/** A node of a plan as data: a source, or an operator over its inputs. */
public sealed interface PlanNode {
    /**
     * Rows of a journal.
     *
     * @param name name under which the query knows the journal
     * @param schema columns
     * @param recordsIngestTime whether records carry an ingest time
     */
    record Source(String name, Schema schema, boolean recordsIngestTime) implements PlanNode {
        /** Checks that nothing is null. */
        public Source {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(schema, "schema");
        }
    }

    /**
     * An operator over the rows of its inputs.
     *
     * @param operator what is done
     * @param uid name given by the user, or empty: then it is made from the kind
     * @param inputs inputs in order
     */
    record Step(OperatorNode operator, String uid, List<PlanNode> inputs) implements PlanNode {
        /** Copies the inputs. */
        public Step {
            Objects.requireNonNull(operator, "operator");
            Objects.requireNonNull(uid, "uid");
            inputs = List.copyOf(inputs);
        }
    }
}

package io.tidemark.operator;

import java.util.EnumSet;
import java.util.Set;

/** A step of a plan as data: an immutable record of names and settings. {@link Object#toString} is its canonical text. */
public interface OperatorNode {
    /** Kind of operator, such as {@code filter}: the first part of its uid. */
    String kind();

    /**
     * Checks names and types against the input and gives back the bound operator. Problems are reported to the scope, all of them;
     * the result may then be null.
     */
    BoundOperator bind(BindScope scope);

    /**
     * What would come out if the problems that {@link #bind} reported were mended, so that the operators below can be looked at too; null when
     * that cannot be said.
     */
    default StreamType outputDespiteProblems(StreamType input) {
        return null;
    }

    /**
     * Whether what is in the sources of an input when the query starts is read before any row of the other inputs, and what is appended later before further
     * rows of them: a table of reference. In which order rows were read is recorded all the same.
     */
    default boolean readsFirst(int input) {
        return false;
    }

    /** Which kinds of input the operator takes. */
    default Set<EdgeKind> accepts() {
        return EnumSet.of(EdgeKind.APPEND);
    }

    /** Number of inputs. */
    default int inputCount() {
        return 1;
    }
}

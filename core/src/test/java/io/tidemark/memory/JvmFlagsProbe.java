package io.tidemark.memory;

import io.tidemark.error.TidemarkException;

/** A program of its own for {@link JvmFlagsTest}: checks the flags of its JVM and prints the verdict. */
final class JvmFlagsProbe {
    private JvmFlagsProbe() {}

    public static void main(String[] args) {
        try {
            JvmFlags.check();
            System.out.println("OK");
        } catch (TidemarkException e) {
            System.out.println(e.code() + "|" + e.problems().get(0).reason() + "|"
                    + e.problems().get(0).wayOut());
        }
    }
}

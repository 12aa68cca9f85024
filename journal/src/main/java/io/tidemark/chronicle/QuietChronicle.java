package io.tidemark.chronicle;

/** Turns off what Chronicle's libraries would print or send, unless the user has set it otherwise. */
final class QuietChronicle {
    static {
        setUnlessSet("chronicle.announcer.disable");
        setUnlessSet("chronicle.analytics.disable");
    }

    private QuietChronicle() {}

    /** Must run before any class of Chronicle is loaded; does its work once. */
    static void ensure() {
        // The work is done when this class is initialised.
    }

    private static void setUnlessSet(String property) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, "true");
        }
    }
}

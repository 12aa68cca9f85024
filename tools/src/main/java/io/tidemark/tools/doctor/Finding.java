package io.tidemark.tools.doctor;

/**
 * Something that is wrong, or worth knowing.
 *
 * @param serious whether somebody should do something about it
 * @param text what it is, as a sentence
 * @param wayOut what to do, as a sentence, or empty
 */
public record Finding(boolean serious, String text, String wayOut) {
    static Finding fault(String text, String wayOut) {
        return new Finding(true, text, wayOut);
    }

    static Finding note(String text) {
        return new Finding(false, text, "");
    }
}

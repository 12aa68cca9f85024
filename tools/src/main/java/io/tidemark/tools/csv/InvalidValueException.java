package io.tidemark.tools.csv;

/** A text that is no value of its column; the message is a clause that follows the quoted text. Carries no stack trace. */
final class InvalidValueException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidValueException(String reason) {
        super(reason, null, false, false);
    }
}

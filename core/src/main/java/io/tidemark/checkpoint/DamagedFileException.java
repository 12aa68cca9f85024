package io.tidemark.checkpoint;

import java.io.IOException;

/** A file that does not hold what it should. */
final class DamagedFileException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Names the file, the first byte known to be wrong or behind the last good one, and what is wrong, as the end of a sentence. */
    DamagedFileException(String file, long at, String what) {
        super(file + " is damaged at byte " + at + ": " + what + ".");
    }
}

package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import org.junit.jupiter.api.function.Executable;

/** Expects a refusal and gives its text. */
final class Fails {
    private Fails() {}

    static String with(ErrorCode code, Executable call) {
        TidemarkException e = assertThrows(TidemarkException.class, call);
        assertEquals(code, e.code(), e.getMessage());
        return e.getMessage();
    }
}

package io.tidemark.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PassResultTest {
    private static final PassResult RESULT = new PassResult(1_000_000, 250_000_000, 400_000_000, 7, -3, 62.5, 12);

    @Test
    void shouldComeBackFromItsLine() {
        assertTrue(PassResult.isLine(RESULT.line()));
        assertEquals(RESULT, PassResult.parse(RESULT.line()));
        assertFalse(PassResult.isLine("a line of an engine"));
    }

    @Test
    void shouldGiveEventsPerSecondOfWallAndOfProcessorTime() {
        assertEquals(4.0, RESULT.millionsPerSecond());
        assertEquals(2.5, RESULT.millionsPerCpuSecond());
    }

    @Test
    void shouldDisagreeWhenRowsOrChecksumDiffer() {
        assertTrue(RESULT.agreesWith(new PassResult(1, 1, 1, 7, -3, 0, 0)));
        assertFalse(RESULT.agreesWith(new PassResult(1, 1, 1, 8, -3, 0, 0)));
        assertFalse(RESULT.agreesWith(new PassResult(1, 1, 1, 7, 3, 0, 0)));
    }
}

package io.tidemark.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class CheckpointSettingsTest {
    private static final String STAGE_RANGE = "Use a power of two, at least 524288 and at most 1073741824.";

    @Test
    void shouldNameOnlyTheValueThatIsWrong() {
        CheckpointSettings settings = CheckpointSettings.every(Duration.ofSeconds(1));
        for (int bytes : new int[] {1 << 18, 3 << 20, -1, Integer.MIN_VALUE}) {
            Problem stage = refused(() -> settings.withStageBytes(bytes));
            assertEquals(
                    "A stage of " + bytes + " bytes between the engine and the thread that writes is not possible.",
                    stage.reason());
            assertEquals(STAGE_RANGE, stage.wayOut());
        }
        assertEquals(1 << 30, settings.withStageBytes(1 << 30).stageBytes());
        assertEquals(524288, settings.withStageBytes(524288).stageBytes());
        Problem rows = refused(() -> CheckpointSettings.everyRows(-1));
        assertEquals("A number of -1 rows between checkpoints is not possible.", rows.reason());
        assertEquals("Use a number from 0 to 9223372036854775807.", rows.wayOut());
        assertEquals(
                "A time of -1000000 ns between checkpoints is not possible.",
                refused(() -> CheckpointSettings.every(Duration.ofMillis(-1))).reason());
        assertEquals(
                "A size of -5 bytes from which deltas are merged is not possible.",
                refused(() -> settings.withMergeBytes(-5)).reason());
    }

    private static Problem refused(Executable call) {
        TidemarkException refused = assertThrows(TidemarkException.class, call);
        assertEquals(ErrorCode.SETTING_INVALID, refused.code());
        return refused.problems().get(0);
    }
}

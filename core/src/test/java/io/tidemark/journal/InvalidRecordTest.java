package io.tidemark.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.Tidemark;
import io.tidemark.engine.OrderJournal;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import org.junit.jupiter.api.Test;

class InvalidRecordTest {
    @Test
    void shouldEndAReasonWithOneFullStop() {
        assertEquals("It is short.", InvalidRecord.sentence("It is short."));
        assertEquals("It is short.", InvalidRecord.sentence("It is short"));
    }

    @Test
    void shouldEndTheMessageOfADamagedOrderJournalWithOneFullStop() {
        try (MemoryJournal order = MemoryJournal.of("order", Tidemark.orderSchema())) {
            order.appendInvalid(new byte[] {1}, "The checksum is not that of the bytes.");
            TidemarkException refused = assertThrows(
                    TidemarkException.class,
                    () -> OrderJournal.readOnly(order).sink().openWriter(Tidemark.orderSchema()));
            assertEquals(ErrorCode.RECORD_CORRUPT, refused.code());
            String reason = refused.problems().get(0).reason();
            assertTrue(reason.endsWith(": The checksum is not that of the bytes."), reason);
        }
    }
}

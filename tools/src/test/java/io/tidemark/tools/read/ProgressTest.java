package io.tidemark.tools.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {
    @Test
    void shouldShowHowFarItIsOnceASecond() {
        StringWriter err = new StringWriter();
        Progress progress = new Progress(new PrintWriter(err, true), 400, 0);
        progress.at(100);
        progress.at(200);
        assertEquals("tidemark: 100 records read, 25.0 %, 0 s\n", err.toString());
    }

    @Test
    void shouldSayNothingOfShortWork() {
        StringWriter err = new StringWriter();
        Progress progress = new Progress(new PrintWriter(err, true), 0, 3_600_000_000_000L);
        progress.at(100);
        Progress.none().at(100);
        assertEquals("", err.toString());
    }
}

package io.tidemark.expr.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class CivilMonthsTest {
    @Test
    void shouldAgreeWithJavaTimeOnEveryDayThatThereIs() {
        LocalDate last = LocalDate.of(2262, 12, 31);
        for (LocalDate day = LocalDate.of(1677, 1, 1); !day.isAfter(last); day = day.plusDays(1)) {
            int month = CivilMonths.of(day.toEpochDay());
            assertEquals(day.getYear() * 12 + day.getMonthValue() - 1, month, day::toString);
            assertEquals(day.withDayOfMonth(1).toEpochDay(), CivilMonths.firstDay(month), day::toString);
        }
    }
}

package io.tidemark.peers.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tidemark.peers.Workload;
import org.junit.jupiter.api.Test;

class ContenderTest {
    @Test
    void shouldReadNameThreadsAndEvents() {
        assertEquals(new Contender(Kind.JET, 1, 1_024_000), Contender.parse("jet", Workload.W1, 1_024_000));
        assertEquals(new Contender(Kind.JET, 2, 1_024_000), Contender.parse("jet:2", Workload.W1, 1_024_000));
        assertEquals(new Contender(Kind.FLINK, 2, 819_200), Contender.parse("flink:2@819200", Workload.W1, 1_024_000));
    }

    @Test
    void shouldGiveSlowEnginesFewerEventsInWholeMultiples() {
        assertEquals(507_904, Contender.parse("kafka", Workload.W1, 5_120_000).events());
        assertEquals(
                8_192, Contender.parse("kafka@9000", Workload.W1, 5_120_000).events());
    }

    @Test
    void shouldRefuseWhatCannotRun() {
        assertThrows(IllegalArgumentException.class, () -> Contender.parse("storm", Workload.W1, 1_024_000));
        assertThrows(IllegalArgumentException.class, () -> Contender.parse("esper:2", Workload.W1, 1_024_000));
        assertThrows(IllegalArgumentException.class, () -> Contender.parse("jet:3", Workload.W1, 1_024_000));
        assertThrows(IllegalArgumentException.class, () -> Contender.parse("jet@100", Workload.W1, 1_024_000));
    }
}

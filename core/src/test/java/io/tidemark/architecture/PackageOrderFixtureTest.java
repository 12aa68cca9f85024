package io.tidemark.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The check of the order sees what it is there for: packages of a fixture that break it in every way. */
class PackageOrderFixtureTest {
    private static final String FIXTURE = "io.tidemark.architecture.fixture";

    @Test
    void shouldNameEachBreakOfTheOrderAndNothingElse() {
        JavaClasses classes = new ClassFileImporter().importPackages(FIXTURE);
        assertEquals(
                List.of(
                        "error uses row",
                        "operator.dedup uses operator.join",
                        "plan uses operator.join",
                        "unknown has no place in the order"),
                List.copyOf(new PackageOrder(FIXTURE).violations(classes)));
    }
}

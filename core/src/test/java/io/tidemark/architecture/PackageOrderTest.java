package io.tidemark.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/** The structure of core, read from its class files. */
@AnalyzeClasses(packages = "io.tidemark", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageOrderTest {
    @ArchTest
    static final ArchRule SHOULD_HAVE_NO_CYCLES_OF_PACKAGES =
            slices().matching("io.tidemark.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule SHOULD_TOUCH_UNSAFE_MEMORY_IN_ONE_PACKAGE = noClasses()
            .that()
            .resideOutsideOfPackage("io.tidemark.memory")
            .should()
            .dependOnClassesThat()
            .haveNameMatching("org\\.agrona\\.UnsafeApi|sun\\.misc\\.Unsafe|jdk\\.internal\\..*");

    @ArchTest
    static final ArchRule SHOULD_NOT_KNOW_CHRONICLE_OR_THE_MODULES_ABOVE_CORE = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "net.openhft..", "io.tidemark.offheap..", "io.tidemark.chronicle..", "io.tidemark.tools..");

    @ArchTest
    static void shouldUseOnlyPackagesAbove(JavaClasses classes) {
        assertEquals(List.of(), List.copyOf(new PackageOrder("io.tidemark").violations(classes)));
    }
}

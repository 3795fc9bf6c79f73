package dev.penstock.it.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R-BACKOFF-2 only time reads a clock, sleeps or draws a number")
class ClockRuleTest {

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.penstock");

    private static final Set<String> CLOCKS = Set.of(
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.lang.Thread.sleep",
            "java.lang.Math.random",
            "java.time.Instant.now",
            "java.time.LocalDate.now",
            "java.time.LocalDateTime.now",
            "java.time.ZonedDateTime.now",
            "java.time.OffsetDateTime.now",
            "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone",
            "java.time.InstantSource.system",
            "java.util.UUID.randomUUID",
            "java.util.concurrent.ThreadLocalRandom.current",
            "java.util.concurrent.TimeUnit.sleep",
            "java.util.Random.<init>",
            "java.util.concurrent.CompletableFuture.orTimeout");

    @Test
    void nobodyElse_readsAClockOrSleepsOrDraws() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.penstock.time..", "dev.penstock.simulator.clock..", "dev.penstock.cli..")
                .should()
                .callMethodWhere(reads())
                .orShould()
                .callConstructorWhere(reads())
                .check(HOUSE);
    }

    @Test
    void nobody_isSynchronized() {
        noCodeUnits().should().haveModifier(JavaModifier.SYNCHRONIZED).check(HOUSE);
    }

    private static <C extends JavaCall<?>> DescribedPredicate<C> reads() {
        return DescribedPredicate.describe(
                "reads a clock, sleeps or draws a number",
                call -> CLOCKS.contains(call.getTargetOwner().getName() + "." + call.getName()));
    }
}

package dev.penstock.it.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.penstock.it.support.Repository;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The floor plan of design 2: arrows only point down, and no package lies in a cycle. */
class FloorPlanTest {

    /** Who may know whom, beside itself and what those may know in turn. */
    private static final Map<String, List<String>> PLAN = Map.ofEntries(
            Map.entry("time", List.of()),
            Map.entry("policy", List.of("time")),
            Map.entry("http", List.of("policy", "time")),
            Map.entry("provider", List.of("policy", "time")),
            Map.entry("store", List.of("policy", "time")),
            Map.entry("store.jdbc", List.of("store", "policy", "time")),
            Map.entry("client", List.of("http", "provider", "policy", "store", "time")),
            Map.entry("simulator", List.of()),
            Map.entry("testkit", List.of("time")),
            Map.entry("gateway", List.of("client", "http", "provider", "policy", "store", "store.jdbc", "time")),
            Map.entry("queue", List.of("client", "http", "provider", "policy", "store", "time")),
            Map.entry("store.tck", List.of("store", "policy", "time")),
            Map.entry(
                    "cli",
                    List.of(
                            "gateway",
                            "queue",
                            "client",
                            "http",
                            "provider",
                            "policy",
                            "store",
                            "store.jdbc",
                            "simulator",
                            "time")));

    /** Within policy: attempt ◄ classify ◄ {retry, admission, breaker} ◄ pipeline. */
    private static final Map<String, List<String>> POLICY = Map.of(
            "attempt", List.of(),
            "classify", List.of("attempt"),
            "retry", List.of("attempt", "classify"),
            "admission", List.of("attempt", "classify"),
            "breaker", List.of("attempt", "classify"),
            "pipeline", List.of("attempt", "classify", "retry", "admission", "breaker"));

    /** Within store-jdbc: sql ◄ write ◄ ledger ◄ one room for each database, which do not know each other. */
    private static final Map<String, List<String>> STORE_JDBC = Map.of(
            "sql", List.of(),
            "write", List.of("sql"),
            "ledger", List.of("sql", "write"),
            "sqlite", List.of("sql", "write", "ledger"),
            "postgres", List.of("sql", "write", "ledger"));

    /** From the modules' own folders: some of them nobody's class path holds here. */
    private static final JavaClasses HOUSE = new ClassFileImporter().importPaths(Repository.classFolders());

    @Test
    @DisplayName("the plan names every room that there is, and no other: nothing is judged by an empty rule")
    void plan_namesEveryRoom() {
        assertThat(HOUSE.stream().map(FloorPlanTest::room).collect(Collectors.toSet()))
                .isEqualTo(PLAN.keySet());
    }

    private static String room(JavaClass type) {
        String inside = type.getPackageName().substring("dev.penstock.".length()) + ".";
        return PLAN.keySet().stream()
                .filter(room -> inside.startsWith(room + "."))
                .max(Comparator.comparingInt(String::length))
                .orElse(inside);
    }

    static List<String> rooms() {
        return PLAN.keySet().stream().sorted().toList();
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void arrows_pointDown(String room) {
        String[] allowed = PLAN.entrySet().stream()
                .filter(entry -> entry.getKey().equals(room)
                        || PLAN.getOrDefault(room, List.of()).contains(entry.getKey()))
                .flatMap(entry -> packagesOf(entry.getKey()).stream())
                .toArray(String[]::new);
        noClasses()
                .that(isIn(room))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.penstock..")
                        .and(com.tngtech.archunit.base.DescribedPredicate.not(resideInAnyPackage(allowed))))
                .check(HOUSE);
    }

    @Test
    void packages_lieInNoCycle() {
        slices().matching("dev.penstock.(**)").should().beFreeOfCycles().check(HOUSE);
    }

    /** All but the one above the others, which may know them all. */
    static List<String> roomsOfPolicy() {
        return POLICY.keySet().stream()
                .filter(room -> !room.equals("pipeline"))
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("roomsOfPolicy")
    void policy_knowsOnlyWhatLiesBelow(String room) {
        String base = "dev.penstock.policy.";
        String[] others = POLICY.keySet().stream()
                .filter(other -> !other.equals(room)
                        && !POLICY.getOrDefault(room, List.of()).contains(other))
                .map(other -> base + other + "..")
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage(base + room + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .check(HOUSE);
    }

    static List<String> roomsOfStoreJdbc() {
        return STORE_JDBC.keySet().stream().sorted().toList();
    }

    @ParameterizedTest
    @MethodSource("roomsOfStoreJdbc")
    void storeJdbc_knowsOnlyWhatLiesBelow(String room) {
        String base = "dev.penstock.store.jdbc.";
        String[] others = STORE_JDBC.keySet().stream()
                .filter(other -> !other.equals(room)
                        && !STORE_JDBC.getOrDefault(room, List.of()).contains(other))
                .map(other -> base + other + "..")
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage(base + room + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .check(HOUSE);
    }

    private static com.tngtech.archunit.base.DescribedPredicate<com.tngtech.archunit.core.domain.JavaClass> isIn(
            String room) {
        var mine = resideInAPackage("dev.penstock." + room + "..");
        return room.equals("store")
                ? mine.and(com.tngtech.archunit.base.DescribedPredicate.not(
                        resideInAnyPackage("dev.penstock.store.jdbc..", "dev.penstock.store.tck..")))
                : mine;
    }

    private static List<String> packagesOf(String room) {
        return room.equals("store")
                ? List.of("dev.penstock.store")
                : List.of("dev.penstock." + room, "dev.penstock." + room + "..");
    }
}

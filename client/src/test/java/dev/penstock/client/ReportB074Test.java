package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.simulator.log.LogEntry;
import dev.penstock.simulator.script.FaultScript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B074 two keys of one account share its limit")
class ReportB074Test {

    private static final int LIMIT = 2;

    @Test
    void callsWithBothKeys_neverMoreAtWorkThanTheAccountAllows() throws Exception {
        FaultScript slow = FaultScript.builder()
                .always(then -> then.delay(Duration.ofMillis(200)))
                .build();
        try (TwoProviders bench = new TwoProviders(slow, FaultScript.NONE, ReportB074Test::limited)) {
            List<PendingCall> calls = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                calls.add(bench.penstock().start(i % 2 == 0 ? Bench.call() : withSpareKey()));
            }
            for (PendingCall call : calls) {
                assertThat(call.await()).isInstanceOf(Result.Answered.class);
            }
            assertThat(bench.firstSends("first")).isEqualTo(3);
            assertThat(bench.firstSends("spare")).isEqualTo(3);
            assertThat(mostAtWork(bench.first().requests())).isLessThanOrEqualTo(LIMIT);
        }
    }

    /** Over both keys: the simulator itself counts each key's account apart here. */
    private static long mostAtWork(List<LogEntry> requests) {
        return requests.stream()
                .mapToLong(one -> requests.stream()
                        .filter(other -> isAtWork(other, one.moments().acceptedAt()))
                        .count())
                .max()
                .orElseThrow();
    }

    private static boolean isAtWork(LogEntry entry, long moment) {
        Long finished = entry.moments().finishedAt();
        return entry.moments().acceptedAt() <= moment && (finished == null || moment < finished);
    }

    private static ChatCall withSpareKey() {
        return ChatCall.of(Bench.BODY.replace(TwoProviders.FIRST_MODEL, "by-spare-key"));
    }

    private static PenstockConfig limited(PenstockConfig config) {
        PenstockConfig both = TwoProviders.withSpareKey(config);
        Routes routes = both.routes().withAlias("by-spare-key", new RouteTarget("spare", TwoProviders.FIRST_MODEL));
        return both.withRoutes(routes).withPolicy(PolicySettings.defaults().withMaxActive(LIMIT));
    }
}

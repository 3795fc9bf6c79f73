package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.Credential;
import dev.penstock.http.TransportConfig;
import dev.penstock.http.netty.NettyTransport;
import dev.penstock.policy.admission.Population;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.store.GenerationRef;
import dev.penstock.store.UsageSummary;
import dev.penstock.time.Time;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A call without a key, from its admission to what is remembered of it")
class UnkeyedJourneyTest {

    private final Time time = Time.system();
    private final SplittableRandom random = new SplittableRandom(1);
    private final PolicySettings policy = PolicySettings.defaults();
    private final RecentCalls recent = new RecentCalls(time, random, Spending.NOT_KEPT);

    @Test
    @DisplayName("R-OBS-1 told to stop before its first attempt: whoever looks at it sees that it has ended, and why")
    void parked_hasEnded() throws Exception {
        Flight flight = new Flight(null, false);
        flight.stops().turn(Stop.PARKED);

        assertThat(fly(flight))
                .isInstanceOfSatisfying(
                        Flight.Outcome.Ended.class,
                        ended -> assertThat(ended.result()).isInstanceOf(Result.Parked.class));

        GenerationRef ref = Objects.requireNonNull(flight.ref());
        OperationView view = recent.find(ref.tenant(), ref.operation()).orElseThrow();
        assertThat(view.standing().state()).isEqualTo(OperationState.DEAD_LETTER);
        assertThat(view.standing().reason()).isEqualTo(EndReason.ABANDONED);
        assertThat(view.times().resultCommittedAt()).isPresent();
    }

    private Flight.Outcome fly(Flight flight) throws InterruptedException {
        PauseKeeper pauses = new PauseKeeper(null, time);
        SharedLimits limits = new SharedLimits(policy, pauses.pauses(), /* shared= */ false, time, random);
        EngineParts parts = new EngineParts(
                pauses.pauses(),
                new Parking(),
                () -> () -> true,
                (model, usage, start) -> UsageSummary.UNKNOWN,
                new UnrecordedResults(time),
                event -> {},
                time,
                random);
        try (NettyTransport transport = new NettyTransport(TransportConfig.defaults(), time)) {
            RouteOpening opening = new RouteOpening(transport, limits, Credentials.keyedBy(null, random), time);
            Route route = Route.to(ProviderProfile.bundled("simulator"), Credential.of("sk-test"));
            RoutingTable table = new RoutingTable(Routes.of(route), opening::open);
            Preparation preparation = new Preparation(policy, UpstreamStream.AUTO, table, time);
            Operation operation = ((Preparation.Prepared.Ready) preparation.prepare(Bench.call())).operation();
            Population population = new Population(policy.population(), time.ticker());
            return new UnkeyedJourney(parts, population, recent, operation, flight).fly();
        }
    }
}

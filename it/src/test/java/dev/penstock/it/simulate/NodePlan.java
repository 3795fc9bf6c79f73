package dev.penstock.it.simulate;

import dev.penstock.client.BackgroundSettings;
import dev.penstock.client.CallListener;
import dev.penstock.client.PenstockConfig;
import dev.penstock.client.PolicySettings;
import dev.penstock.client.Route;
import dev.penstock.client.Routes;
import dev.penstock.client.UpstreamStream;
import dev.penstock.http.Credential;
import dev.penstock.http.TransportConfig;
import dev.penstock.policy.retry.RetrySettings;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.provider.usage.PriceBook;
import dev.penstock.store.Ledger;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * How all nodes of a world are set up.
 *
 * @param limit how many attempts the account takes at once
 * @param stream whether answers are asked for as streams
 * @param workers how much background work a node does at once
 */
record NodePlan(int limit, UpstreamStream stream, int workers) {

    /** An attempt may outlast a lease: what a dead node had sent goes on at the provider. */
    static final Duration ATTEMPT_CAP = Duration.ofSeconds(40);

    static final Duration ABORT_HOLD = Duration.ofSeconds(30);

    private static final ProviderProfile PROFILE = ProviderProfile.bundled("simulator");
    private static final PriceBook PRICES = PriceBook.bundled();

    static NodePlan draw(SplittableRandom random, int limit) {
        return new NodePlan(
                limit, random.nextBoolean() ? UpstreamStream.ALWAYS : UpstreamStream.NEVER, random.nextInt(1, 4));
    }

    PenstockConfig config(Ledger ledger, CallListener listener, Time time, SplittableRandom random) {
        PolicySettings defaults = PolicySettings.defaults();
        PolicySettings policy = new PolicySettings(
                defaults.population(),
                limit,
                /* adaptive= */ false,
                defaults.pacing(),
                defaults.budget(),
                defaults.breaker(),
                RetrySettings.forAttached().withAttemptCap(ATTEMPT_CAP),
                RetrySettings.forBackground().withAttemptCap(ATTEMPT_CAP));
        return new PenstockConfig(
                Routes.of(Route.to(PROFILE, Credential.of("sk-simulated"))),
                ledger,
                policy,
                TransportConfig.defaults(),
                stream,
                PRICES,
                listener,
                new BackgroundSettings(workers, Duration.ofSeconds(1)),
                time,
                random);
    }
}

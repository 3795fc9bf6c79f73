package dev.penstock.client;

import dev.penstock.http.Credential;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.store.Ledger;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * A process that is killed: submits background work, starts attached calls, says so, and waits for its end. Arguments:
 * the ledger's folder, the simulator's address, how many of each.
 */
final class BackgroundVictim {

    private BackgroundVictim() {}

    public static void main(String[] arguments) throws Exception {
        ProviderProfile profile = ProviderProfile.bundled("simulator").withBaseUrl(URI.create(arguments[1]));
        int count = Integer.parseInt(arguments[2]);
        try (Ledger ledger = Ledgers.open(Path.of(arguments[0]));
                Penstock penstock = Penstock.open(PenstockConfig.of(Route.to(profile, Credential.of("sk-test")))
                        .withLedger(ledger)
                        .withPolicy(PolicySettings.defaults().withMaxActive(2))
                        .withBackground(BackgroundSettings.defaults().withWorkers(2)))) {
            for (int i = 0; i < count; i++) {
                Submitted submitted = penstock.submit(call("background-" + i));
                if (!(submitted instanceof Submitted.Accepted)) {
                    throw new IllegalStateException("not accepted: " + submitted);
                }
            }
            for (int i = 0; i < count; i++) {
                penstock.start(call("attached-" + i));
            }
            System.out.println("accepted");
            new CountDownLatch(1).await();
        }
    }

    /** A call whose message is its key, so that the simulator's log tells what was sent for it. */
    static ChatCall call(String key) {
        return ChatCall.of(Bench.BODY.replace("\"hi\"", "\"" + key + "\"")).withKey(key);
    }
}

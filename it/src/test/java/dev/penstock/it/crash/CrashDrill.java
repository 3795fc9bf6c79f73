package dev.penstock.it.crash;

import dev.penstock.it.support.Await;
import dev.penstock.it.support.CommandLine;
import dev.penstock.it.support.Ended;
import dev.penstock.it.support.RequestFile;
import dev.penstock.it.support.Running;
import dev.penstock.it.support.SimulatorProcess;
import dev.penstock.it.support.Workspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/**
 * Kills a runner again and again, gives the same command each time, and judges what became of it from the simulator's
 * log and the database alone.
 */
public final class CrashDrill {

    private static final int KILLED = 137;

    private final Workspace workspace;
    private final CrashPlan plan;
    private final RandomGenerator random;
    private final RequestFile requests;
    private final List<String> violations = new ArrayList<>();

    public CrashDrill(Path directory, CrashPlan plan) {
        this.workspace = new Workspace(directory);
        this.plan = plan;
        this.random = plan.random();
        this.requests = workspace.requests(plan.lines());
    }

    /** Runs it to its end. */
    public CrashFindings run() {
        String script = "defaults:\n  delay: " + plan.answer().toMillis() + "ms\n";
        try (SimulatorProcess provider = workspace.provider(script)) {
            for (int kill = 0; kill < plan.kills(); kill++) {
                killOnce(provider, kill);
            }
            Ended afterKills = runner(provider).run();
            provider.drop();
            CrashFindings.Open open = judge(provider).beforeDecisions(afterKills.exitCode());
            decide(provider);
            judge(provider).afterDecisions(open, workspace.results().customIds());
            return new CrashFindings(plan, open, provider.log().requests().size(), List.copyOf(violations));
        }
    }

    private void killOnce(SimulatorProcess provider, int kill) {
        boolean named = CrashPlan.isNamed(kill);
        try (Running runner = named ? atPoint(provider, kill) : runner(provider).start()) {
            if (!named) {
                atRandom(provider, runner);
            }
            Ended ended = runner.await();
            if (ended.exitCode() != KILLED) {
                violations.add("kill " + (kill + 1) + " never happened, the runner ended with " + ended.exitCode()
                        + ": " + ended.err());
            }
        }
    }

    private Running atPoint(SimulatorProcess provider, int kill) {
        return runner(provider)
                .jvm("-Dpenstock.crash=" + plan.point(random, kill))
                .start();
    }

    private void atRandom(SimulatorProcess provider, Running runner) {
        long from = provider.log().size();
        int more = plan.moreRequests(random);
        long pause = random.nextLong(plan.answer().toNanos());
        Await.until(
                "the provider's next requests",
                () -> !runner.isAlive() || provider.log().size() >= from + more);
        LockSupport.parkNanos(pause);
        runner.kill();
    }

    private void decide(SimulatorProcess provider) {
        workspace
                .ops("reconcile", "--batch", Workspace.BATCH, "--unknown", "--decision", "rerun", "--accept-duplicates")
                .run()
                .expect(0);
        runner(provider).run().expect(0);
    }

    private CrashJudge judge(SimulatorProcess provider) {
        return new CrashJudge(requests, provider.log().requests(), workspace.ledger(), violations);
    }

    private CommandLine runner(SimulatorProcess provider) {
        return workspace.run(provider.baseUrl(), "--concurrency", Integer.toString(plan.concurrency()));
    }
}

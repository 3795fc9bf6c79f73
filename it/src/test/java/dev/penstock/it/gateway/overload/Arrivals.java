package dev.penstock.it.gateway.overload;

import dev.penstock.it.gateway.overload.OverloadPlan.Client;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.Said;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** Calls that arrive at their time, however long the earlier ones take, until a safety limit is passed. */
final class Arrivals {

    private static final int MOST_ROUNDS = 20;
    private static final long TICK_NANOS = 5_000_000;

    /** How a client makes a call, and what it is told. */
    @FunctionalInterface
    interface Calling {
        Said call(Client client, Chat chat);
    }

    private final Calling calling;
    private final SafetyStop safety;
    private final Collection<Arrived> arrived = new ConcurrentLinkedQueue<>();

    /**
     * One call.
     *
     * @param at when it was sent, nanoseconds
     * @param nanos until its answer was there
     * @param said what it was told
     */
    record Arrived(Client client, Chat chat, long at, long nanos, Said said) {

        boolean isRefusal() {
            return said.code().equals("admission_rejected");
        }

        /** Refused before it was an operation; what is refused later is a retry that has no room. */
        boolean isRefusedAtTheDoor() {
            return isRefusal() && said.header("x-penstock-attempts").isEmpty();
        }

        long waitedMillis() {
            return Long.parseLong(said.header("x-penstock-queue-ms"));
        }
    }

    Arrivals(Calling calling, SafetyStop safety) {
        this.calling = calling;
        this.safety = safety;
    }

    /** As many calls at once as the provider takes, again and again, until they take hardly longer than it does. */
    void warmUp(OverloadPlan plan) {
        boolean warm = false;
        for (int round = 0; round < MOST_ROUNDS && !warm && !safety.isPassed(); round++) {
            long began = System.nanoTime();
            String text = "round " + round + ", call ";
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < OverloadPlan.LIMIT; i++) {
                    int number = i;
                    threads.execute(() -> call(OverloadPlan.CLIENTS.getFirst(), text + number));
                }
            }
            warm = System.nanoTime() - began < plan.service().toNanos() * 5 / 4;
        }
        arrived.clear();
    }

    /** All clients at once, until the plan's time is over, or a safety limit passed, and the last call is answered. */
    Collection<Arrived> run(OverloadPlan plan) {
        long begin = System.nanoTime();
        // The clients end before what they have called: nobody calls when the calls are waited for.
        try (ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Client client : OverloadPlan.CLIENTS) {
                clients.execute(() -> {
                    int number = 0;
                    for (long at = 0; at < plan.all().toNanos() && !safety.isPassed(); at += plan.gap(client, at)) {
                        String text = client.tenant() + " asks " + number++;
                        LockSupport.parkNanos(begin + at - System.nanoTime());
                        calls.execute(() -> call(client, text));
                    }
                });
            }
            while (System.nanoTime() - begin < plan.all().toNanos() && !safety.look()) {
                LockSupport.parkNanos(TICK_NANOS);
            }
        }
        return arrived;
    }

    /** One call, beside the load. */
    Arrived call(Client client, String text) {
        Chat chat = Chat.of(text).with("x-penstock-priority: " + (client.background() ? "background" : "interactive"));
        long at = System.nanoTime();
        safety.began();
        Said said;
        try {
            said = calling.call(client, chat);
        } catch (RuntimeException e) {
            safety.broken();
            throw e;
        }
        safety.ended(said);
        Arrived one = new Arrived(client, chat, at, System.nanoTime() - at, said);
        arrived.add(one);
        return one;
    }
}

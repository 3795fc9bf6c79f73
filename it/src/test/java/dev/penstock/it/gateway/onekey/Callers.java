package dev.penstock.it.gateway.onekey;

import dev.penstock.it.support.Await;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.Said;
import dev.penstock.it.support.SimulatorProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** Callers of one key who begin at the same moment; the one whom the provider was asked for leaves in the middle. */
final class Callers {

    /** All of them, the leader included. */
    static final int ALL = 50;

    private final GatewayProcess gateway;
    private final SimulatorProcess provider;

    Callers(GatewayProcess gateway, SimulatorProcess provider) {
        this.gateway = gateway;
        this.provider = provider;
    }

    /** One begins, and leaves once the provider is at work; the others came at once, behind it. */
    List<Said> firstLeaves(Chat first, Chat others) throws IOException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                ChatSocket leader = ChatSocket.send(gateway, first)) {
            Await.until("the provider is at work", this::isAtWork);
            List<CompletableFuture<Said>> joined = start(ALL - 1, others, threads);
            if (first.stream()) {
                leader.readUntil("\"content\"");
            }
            leader.reset();
            return joined.stream().map(CompletableFuture::join).toList();
        }
    }

    /** All begin at the same moment; one of them, whichever it is, leaves once the provider is at work. */
    List<Said> anyLeaves(Chat chat) throws IOException {
        CyclicBarrier barrier = new CyclicBarrier(ALL);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<Void> leaves = CompletableFuture.runAsync(
                    () -> {
                        await(barrier);
                        try (ChatSocket call = ChatSocket.send(gateway, chat)) {
                            Await.until("the provider is at work", this::isAtWork);
                            call.reset();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    },
                    threads);
            List<Said> said = IntStream.range(1, ALL)
                    .mapToObj(ignored -> CompletableFuture.supplyAsync(
                            () -> {
                                await(barrier);
                                return ask(chat);
                            },
                            threads))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
            leaves.join();
            return said;
        }
    }

    private List<CompletableFuture<Said>> start(int count, Chat chat, ExecutorService threads) {
        CyclicBarrier barrier = new CyclicBarrier(count);
        return IntStream.range(0, count)
                .mapToObj(ignored -> CompletableFuture.supplyAsync(
                        () -> {
                            await(barrier);
                            return ask(chat);
                        },
                        threads))
                .toList();
    }

    private Said ask(Chat chat) {
        try {
            return ChatSocket.ask(gateway, chat);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isAtWork() {
        return provider.inProgress().matches("(?s).*\"received_at\":\\d.*");
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}

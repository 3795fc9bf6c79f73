package dev.penstock.it.gateway.leak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.support.Await;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.GatewayProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** How a client may leave something behind. Each works with so many connections at once as there are permits. */
enum Leaver {
    /** Reads the beginning of a stream and resets the connection. */
    ABANDONED_STREAM {
        @Override
        void together(GatewayProcess gateway, int count) throws IOException {
            List<ChatSocket> calls = send(gateway, LONG, count, 0);
            for (ChatSocket call : calls) {
                call.readUntil("\"content\"");
                call.reset();
            }
        }
    },
    /** Reads the beginning of a stream, then nothing for a while, and closes. */
    UNREAD_STREAM {
        @Override
        void together(GatewayProcess gateway, int count) throws IOException {
            List<ChatSocket> calls = send(gateway, LONG, count, SMALL);
            for (ChatSocket call : calls) {
                call.readUntil("\"content\"");
            }
            LockSupport.parkNanos(UNREAD.toNanos());
            for (ChatSocket call : calls) {
                call.close();
            }
        }
    },
    /** Takes nothing, and stays: its window closes, and the gateway has to end it, not before the stall, and not whole. */
    ZERO_WINDOW {
        @Override
        void together(GatewayProcess gateway, int count) throws IOException {
            double before = accepted(gateway);
            long begun = System.nanoTime();
            List<ChatSocket> calls = send(gateway, LONG, count, SMALL);
            Await.until("all of them are known", () -> accepted(gateway) >= before + count);
            Await.until("the readers that take nothing are given up", () -> isIdle(gateway));
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(WRITE_STALL);
            for (ChatSocket call : calls) {
                assertThat(call.isReadToItsEnd())
                        .as("a stream that was given up is broken off")
                        .isFalse();
                call.close();
            }
        }
    },
    /** Waits behind those who have every permit, and leaves before its turn; then they leave before their answer. */
    CANCELLED_WAITER {
        @Override
        void together(GatewayProcess gateway, int count) throws IOException {
            List<ChatSocket> holders = send(gateway, SILENT, count, 0);
            List<ChatSocket> waiters = send(gateway, SILENT, count, 0);
            Await.until("all of them are known", () -> health(gateway).contains("\"requests\":" + 2 * count + ","));
            for (ChatSocket call : waiters) {
                call.reset();
            }
            for (ChatSocket call : holders) {
                call.reset();
            }
        }
    };

    /** How long a reader may take nothing before the gateway lets it go. */
    static final Duration WRITE_STALL = Duration.ofSeconds(1);

    /** Not long enough for that. */
    private static final Duration UNREAD = WRITE_STALL.dividedBy(4);

    private static final int SMALL = 4096;
    private static final Chat LONG = Chat.of("a long one").streamed(true);
    private static final Chat SILENT = Chat.of("a silent one");

    /** So many clients at once; what they leave behind may still be going. */
    abstract void together(GatewayProcess gateway, int count) throws IOException;

    /** Whether the gateway is at work for nobody. */
    static boolean isIdle(GatewayProcess gateway) {
        return health(gateway).contains("\"requests\":0,");
    }

    /** The operations so far, whether they have ended or not. */
    private static double accepted(GatewayProcess gateway) {
        return gateway.admin("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("penstock_operations_total"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static String health(GatewayProcess gateway) {
        return gateway.admin("/health").body();
    }

    private static List<ChatSocket> send(GatewayProcess gateway, Chat chat, int count, int receiveBuffer)
            throws IOException {
        List<ChatSocket> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            calls.add(ChatSocket.send(gateway.port(), gateway.clientKey(), chat, receiveBuffer));
        }
        return calls;
    }
}

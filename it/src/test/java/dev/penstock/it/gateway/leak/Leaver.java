package dev.penstock.it.gateway.leak;

import dev.penstock.it.support.Await;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.GatewayProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

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
            for (ChatSocket call : calls) {
                call.close();
            }
        }
    },
    /** Takes nothing, and stays: its window closes, and the gateway has to end it. */
    ZERO_WINDOW {
        @Override
        void together(GatewayProcess gateway, int count) throws IOException {
            List<ChatSocket> calls = send(gateway, LONG, count, SMALL);
            Await.until("the readers that take nothing are given up", () -> isIdle(gateway));
            for (ChatSocket call : calls) {
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
            Await.until("all of them are known", () -> health(gateway).contains("\"requests\":" + 2 * count));
            for (ChatSocket call : waiters) {
                call.reset();
            }
            for (ChatSocket call : holders) {
                call.reset();
            }
        }
    };

    private static final int SMALL = 4096;
    private static final Chat LONG = Chat.of("a long one").streamed(true);
    private static final Chat SILENT = Chat.of("a silent one");

    /** So many clients at once; what they leave behind may still be going. */
    abstract void together(GatewayProcess gateway, int count) throws IOException;

    /** Whether the gateway is at work for nobody. */
    static boolean isIdle(GatewayProcess gateway) {
        return health(gateway).contains("\"requests\":0,");
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

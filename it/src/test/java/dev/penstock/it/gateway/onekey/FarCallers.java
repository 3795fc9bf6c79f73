package dev.penstock.it.gateway.onekey;

import dev.penstock.it.support.Await;
import dev.penstock.it.support.Chat;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.CommandLine;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.Running;
import dev.penstock.it.support.Said;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/**
 * Callers of one key in a process of their own. They begin when a file says so, each in a thread; one may lead, which is
 * to call before them and to leave in the middle. What they were told is printed, one line each.
 */
final class FarCallers {

    private static final String LEAD = "lead";
    private static final String JOIN = "join";
    private static final String READY = "ready";

    private FarCallers() {}

    /**
     * Starts a process.
     *
     * @param directory where the files will be that say when
     * @param count callers beside the one who leads
     * @param leads whether one of them leads
     */
    static Running start(Path directory, GatewayProcess gateway, Chat chat, int count, boolean leads) {
        Running running = CommandLine.of(
                        FarCallers.class,
                        directory,
                        Integer.toString(gateway.port()),
                        chat.text(),
                        chat.headers().getFirst(),
                        Boolean.toString(chat.stream()),
                        Integer.toString(count),
                        Boolean.toString(leads))
                .with("PENSTOCK_CLIENT_KEY", gateway.clientKey())
                .start();
        running.awaitUntil("its callers are ready", () -> running.out().contains(READY));
        return running;
    }

    static void lead(Path directory) throws IOException {
        Files.createFile(directory.resolve(LEAD));
    }

    static void join(Path directory) throws IOException {
        Files.createFile(directory.resolve(JOIN));
    }

    /** What the callers of a process were told, once all of them were. */
    static List<Said> told(Running running) {
        return running.await()
                .expect(0)
                .out()
                .lines()
                .filter(line -> !line.equals(READY))
                .map(FarCallers::parse)
                .toList();
    }

    /** The process. */
    public static void main(String[] words) throws IOException {
        int port = Integer.parseInt(words[0]);
        Chat chat = Chat.of(words[1]).with(words[2]).streamed(Boolean.parseBoolean(words[3]));
        System.out.println(READY);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            ChatSocket leader = Boolean.parseBoolean(words[5]) ? lead(port, chat) : null;
            await(JOIN);
            List<CompletableFuture<Said>> calls = IntStream.range(0, Integer.parseInt(words[4]))
                    .mapToObj(ignored -> CompletableFuture.supplyAsync(() -> ask(port, chat), threads))
                    .toList();
            if (leader != null) {
                if (chat.stream()) {
                    leader.readUntil("\"content\"");
                }
                leader.reset();
            }
            calls.forEach(call -> System.out.println(line(call.join())));
        }
    }

    private static ChatSocket lead(int port, Chat chat) throws IOException {
        await(LEAD);
        return ChatSocket.send(port, key(), chat, 0);
    }

    private static Said ask(int port, Chat chat) {
        try (ChatSocket call = ChatSocket.send(port, key(), chat, 0)) {
            return call.read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void await(String file) {
        Await.until(file, () -> Files.exists(Path.of(file)));
    }

    private static String key() {
        return System.getenv("PENSTOCK_CLIENT_KEY");
    }

    private static String line(Said said) {
        byte[] body = said.body().getBytes(StandardCharsets.UTF_8);
        String type = said.header("content-type").split(";")[0];
        return said.status() + " " + said.whole() + " " + type + " "
                + Base64.getEncoder().encodeToString(body);
    }

    private static Said parse(String line) {
        String[] parts = line.split(" ");
        String body = new String(Base64.getDecoder().decode(parts[3]), StandardCharsets.UTF_8);
        Map<String, String> headers = Map.of("content-type", parts[2]);
        return new Said(Integer.parseInt(parts[0]), headers, body, Boolean.parseBoolean(parts[1]));
    }
}

package dev.penstock.it.gateway.cut;

import dev.penstock.it.support.Chat;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.Said;
import dev.penstock.it.support.SimulatorProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The same stream cut after every so many bytes, with FIN and with RST, and what the gateway's callers were told. */
public final class CutDrill {

    private static final String ANSWER = "answer: {text: \"One two three four five six.\", deltas: 6}";
    private static final int AT_ONCE = 16;

    /** The gateway's request, but for its text. */
    private static final String RECORDED = "{\"model\":\"cut-00000-fin\",\"stream\":true,"
            + "\"stream_options\":{\"include_usage\":true},"
            + "\"messages\":[{\"role\":\"user\",\"content\":\"Count, for the record\"}]}";

    private static final String CONFIG = """
            calls: {upstream_stream: always}
            store: gateway.penstock
            providers: {provider: {profile: openai-compatible, base_url: "%s"}}
            routes: [{name: main, provider: provider, no_api_key: true}]
            """;

    /** As many models as one gateway is asked for: names beyond a thousand share a circuit, and one cut opens it. */
    private static final int MODELS = 900;

    private final Path directory;
    private final int step;

    /**
     * Plans it.
     *
     * @param step bytes between one cut and the next
     */
    public CutDrill(Path directory, int step) {
        this.directory = directory;
        this.step = step;
    }

    /**
     * What a drill found.
     *
     * @param size bytes of the whole stream
     * @param told what callers were told
     * @param violations what must not be; empty if every rule held
     */
    public record Findings(int size, List<Told> told, List<String> violations) {

        public long answers() {
            return told.stream().filter(one -> one.said().isAnswer()).count();
        }

        public long errorsInBand() {
            return told.stream()
                    .filter(one -> one.said().status() == 200 && !one.said().isAnswer())
                    .count();
        }

        /** One line for a person. */
        public String describe() {
            return told.size() + " cuts of a stream of " + size + " bytes: " + answers() + " answers, "
                    + errorsInBand() + " errors in a stream, " + (told.size() - answers() - errorsInBand())
                    + " with a status; " + (violations.isEmpty() ? "all rules held" : violations);
        }
    }

    /** One caller. */
    record Told(Cut cut, Said said) {}

    /** One cut: every third caller wants a stream without a key, one with a key, one a plain answer under a key. */
    record Cut(int at, String with) {

        /** A model of its own: no cut counts against another one's circuit breaker. All names are of one length. */
        String model() {
            return "cut-%05d-%s".formatted(at, with);
        }

        Chat chat(int step) {
            Chat chat = new Chat(model(), "Count, " + model(), at / step % 3 != 2, List.of());
            return at / step % 3 == 0 ? chat : chat.keyed(model());
        }

        String rule() {
            return "  - {when: {model: " + model() + "}, then: {" + ANSWER + ", cut: {at_byte: " + at + ", with: "
                    + with + "}}}\n";
        }
    }

    /** Runs it. */
    public Findings run() throws IOException {
        int size = record(1).getFirst().size();
        List<Cut> cuts = new ArrayList<>();
        StringBuilder rules = new StringBuilder("rules:\n");
        for (int at = 0; at < size; at += step) {
            cuts.add(new Cut(at, "fin"));
            cuts.add(new Cut(at, "rst"));
        }
        List<Recording> whole = record(cuts.size());
        cuts.forEach(cut -> rules.append(cut.rule()));
        try (SimulatorProcess provider = SimulatorProcess.start(directory, rules.toString(), "--look", "openai")) {
            Files.writeString(directory.resolve("gateway.yaml"), CONFIG.formatted(provider.baseUrl()));
            List<Told> told = new ArrayList<>();
            for (int from = 0; from < cuts.size(); from += MODELS) {
                try (GatewayProcess gateway = GatewayProcess.start(directory, "--config", "gateway.yaml", "--quiet")) {
                    told.addAll(ask(gateway, cuts.subList(from, Math.min(cuts.size(), from + MODELS))));
                }
            }
            return new Findings(
                    size,
                    told,
                    new CutJudge(whole, step).violations(told, provider.log().readByContent()));
        }
    }

    /** One recording for each length of a request's number, which is in the answer's id. */
    private List<Recording> record(int requests) {
        List<Recording> recordings = new ArrayList<>();
        try (SimulatorProcess provider = SimulatorProcess.start(
                directory, "defaults: {" + ANSWER + ", cut: {at_byte: 1000000, with: fin}}\n", "--look", "openai")) {
            int port = Integer.parseInt(provider.port());
            for (int i = 1;
                    Integer.toString(i).length() <= Integer.toString(requests).length();
                    i++) {
                Recording recording = Recording.of(port, RECORDED);
                if (Integer.toString(i).length() > recordings.size()) {
                    recordings.add(recording);
                }
                if (Integer.toString(i).length() == Integer.toString(requests).length()) {
                    break;
                }
            }
        }
        return recordings;
    }

    private List<Told> ask(GatewayProcess gateway, List<Cut> cuts) {
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            return cuts.stream()
                    .map(cut ->
                            CompletableFuture.supplyAsync(() -> new Told(cut, ask(gateway, cut.chat(step))), threads))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
        }
    }

    private static Said ask(GatewayProcess gateway, Chat chat) {
        try {
            return ChatSocket.ask(gateway, chat);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

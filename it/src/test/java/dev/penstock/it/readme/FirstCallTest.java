package dev.penstock.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.client.ChatCall;
import dev.penstock.client.Penstock;
import dev.penstock.client.PenstockConfig;
import dev.penstock.client.Result;
import dev.penstock.client.Route;
import dev.penstock.http.Credential;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.store.Ledger;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The README's first call is code that the build compiles, word for word. */
class FirstCallTest {

    private static final String SOURCE = "it/src/test/java/dev/penstock/it/readme/FirstCallTest.java";

    @Test
    void readme_showsWhatCompiles() throws Exception {
        Path root = Files.exists(Path.of("README.md")) ? Path.of("") : Path.of("..");
        List<String> compiled = between(Files.readAllLines(root.resolve(SOURCE)), "// README", "// end");
        List<String> shown = between(Files.readAllLines(root.resolve("README.md")), "```java", "```");

        assertThat(words(shown)).isEqualTo(words(compiled));
        assertThat(shown).as("a first success in at most 12 lines").hasSizeLessThanOrEqualTo(12);
    }

    /** Never run: it would call the real provider. Compiled, which is what counts here. */
    static void firstCall(String requestJson) throws InterruptedException {
        // README
        Route route = Route.to(ProviderProfile.bundled("deepseek"), Credential.of(System.getenv("DEEPSEEK_API_KEY")));
        Ledger ledger =
                SqliteLedger.open(SqliteOptions.engine(Path.of("calls.penstock"), Time.system(), Chance.system()));
        try (Penstock penstock = Penstock.open(PenstockConfig.of(route).withLedger(ledger))) {
            switch (penstock.call(ChatCall.of(requestJson).withKey("report-2026-11"))) {
                case Result.Answered answered ->
                    System.out.println(answered.answer().text());
                case Result.UnknownOutcome unknown -> System.out.println("nobody knows: " + unknown.message());
                case Result other -> System.out.println("not answered: " + other);
            }
        }
        // end
    }

    private static List<String> between(List<String> lines, String from, String to) {
        List<String> stripped = lines.stream().map(String::strip).toList();
        int begin = stripped.indexOf(from) + 1;
        int end = begin + stripped.subList(begin, stripped.size()).indexOf(to);
        return stripped.subList(begin, end);
    }

    private static String words(List<String> lines) {
        return String.join("", lines).replaceAll("\\s+", "");
    }
}

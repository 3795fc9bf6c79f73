package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsumeCommandTest {

    private final CommandLineFixture line = new CommandLineFixture();

    @Test
    @DisplayName("a broker that is away is one line with its address, and no password is in it")
    void brokerAway_isRefused() {
        int code = line.with("AMQP_PASSWORD", "hunter2")
                .run("consume", "--amqp", "amqp://svc@127.0.0.1:1", "--queue", "q", "--provider", "simulator");

        assertThat(code).isEqualTo(2);
        assertThat(line.err().lines()).hasSize(1);
        assertThat(line.err())
                .contains("cannot reach the broker at amqp://svc@127.0.0.1:1/: the connection was refused")
                .doesNotContain("hunter2");
    }

    @ParameterizedTest
    @CsvSource({
        "--amqp http://u:hunter2@mq, begins with amqp:// or amqps://",
        "--results-exchange answers, --results-exchange needs --results",
        "--results q, results cannot go to the queue that messages are taken from",
        "--tenant a/b, is not a tenant's name",
        "--max-attempts 0, --max-attempts counts the first request",
        "--concurrency 0, '--concurrency is 1 to 10000, was 0'",
        "--deadline never, --deadline",
        "--result answers, did you mean '--results'"
    })
    void wrongOption_isRefusedBeforeTheBrokerIsAsked(String options, String why) {
        String[] more = options.split(" ");

        int code = line.run("consume", "--queue", "q", "--provider", "simulator", more[0], more[1]);

        assertThat(code).isEqualTo(2);
        assertThat(line.err()).contains(why).doesNotContain("hunter2");
    }

    @Test
    void withoutAQueue_isRefused() {
        assertThat(line.run("consume", "--provider", "simulator")).isEqualTo(2);
        assertThat(line.err()).contains("--queue");
    }
}

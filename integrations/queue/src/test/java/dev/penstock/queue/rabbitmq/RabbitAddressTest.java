package dev.penstock.queue.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RabbitAddressTest {

    @ParameterizedTest
    @CsvSource({
        "amqp://localhost, amqp://guest@localhost:5672/",
        "amqp://localhost/, amqp://guest@localhost:5672/",
        "amqps://mq.example.com, amqps://guest@mq.example.com:5671/",
        "amqp://a%40b:s%2Fe+c@mq:5673/team%2Fone, amqp://a%40b@mq:5673/team%2Fone",
        "AMQP://u@mq/prod, amqp://u@mq:5672/prod"
    })
    void text_isTheWholeAddressWithoutItsPassword(String address, String shown) {
        assertThat(RabbitAddress.parse(address, Map.of())).hasToString(shown);
    }

    @Test
    void userAndPassword_areFilledFromTheEnvironment() {
        Map<String, String> environment = Map.of("AMQP_USER", "svc", "AMQP_PASSWORD", "p:w");

        assertThat(RabbitAddress.parse("amqp://mq", environment).user()).isEqualTo("svc");
        assertThat(RabbitAddress.parse("amqp://mq", environment).password()).isEqualTo("p:w");
        assertThat(RabbitAddress.parse("amqp://other@mq", environment).user()).isEqualTo("other");
        assertThat(RabbitAddress.parse("amqp://other@mq", environment).password())
                .isEqualTo("p:w");
        assertThat(RabbitAddress.parse("amqp://other:x+y@mq", environment).password())
                .isEqualTo("x+y");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://user:hunter2@mq",
                "user:hunter2@mq",
                "amqp://user:hunter2@mq/a/b",
                "amqp://user:hunter2@mq/?verify=hunter2",
                "amqp://user:hunter2 @mq",
                "amqp://user:hun#ter2@mq"
            })
    void whatIsNone_isRefused_andNotRepeated(String address) {
        assertThatThrownBy(() -> RabbitAddress.parse(address, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the broker's address")
                .message()
                .doesNotContain("hun");
    }
}

package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the name of an operation, in length and content")
class IdempotencyKeyTest {

    @Test
    void given_upTo255Characters_isTaken() {
        assertThat(IdempotencyKey.given("k".repeat(255)).value()).hasSize(255);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdempotencyKey.given("k".repeat(256)))
                .withMessage("an idempotency key has 1 to 255 characters");
        assertThatIllegalArgumentException().isThrownBy(() -> IdempotencyKey.given(""));
    }

    @Test
    @DisplayName("what is made of a path and an id may be longer, as far as every store's index takes it")
    void key_isBoundedInBytes() {
        assertThat(new IdempotencyKey("k".repeat(2048)).value()).hasSize(2048);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new IdempotencyKey("\u6f22".repeat(683)))
                .withMessage("an idempotency key has 1 to 2048 bytes");
        assertThatIllegalArgumentException().isThrownBy(() -> new IdempotencyKey("a\nb"));
    }
}

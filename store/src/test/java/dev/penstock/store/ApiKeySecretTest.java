package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ApiKeySecretTest {

    @Test
    void create_anyBits_hasOneForm() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 1_000; i++) {
            assertThat(ApiKeySecret.create(random).reveal()).matches("psk_[0-9A-Za-z]{43}");
        }
    }

    @Test
    @DisplayName("43 letters hold the least and the greatest of 256 bits")
    void create_extremes_keepEveryBit() {
        RandomGenerator zeros = () -> 0;
        RandomGenerator ones = () -> -1;

        assertThat(ApiKeySecret.create(zeros).reveal()).isEqualTo("psk_" + "0".repeat(43));
        assertThat(ApiKeySecret.create(ones).reveal()).isEqualTo("psk_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp1");
    }

    @Test
    @DisplayName("the hash is plain SHA-256, so that any tool can check a store")
    void hash_knownText_isSha256() {
        assertThat(HexFormat.of().formatHex(ApiKeySecret.of("abc").hash().unsafeArray()))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    @DisplayName("B093: its text shows nothing of it")
    void toString_any_hidesIt() {
        assertThat(ApiKeySecret.of("psk_CANARY")).hasToString("ApiKeySecret[hidden]");
    }
}

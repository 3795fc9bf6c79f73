package dev.penstock.provider.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class Utf8Test {

    @Test
    void randomBytes_areJudgedAsThePlatformDecodesThem() {
        long seed = 16L;
        SplittableRandom random = new SplittableRandom(seed);
        byte[] leads = {
            0x41,
            (byte) 0xC0,
            (byte) 0xC3,
            (byte) 0xE0,
            (byte) 0xED,
            (byte) 0xEF,
            (byte) 0xF0,
            (byte) 0xF4,
            (byte) 0xF5,
            (byte) 0x80,
            (byte) 0x9F,
            (byte) 0xA0,
            (byte) 0xBF,
            (byte) 0x8F,
            (byte) 0x90
        };
        for (int round = 0; round < 200_000; round++) {
            byte[] bytes = new byte[random.nextInt(6)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = random.nextInt(4) == 0 ? (byte) random.nextInt(256) : leads[random.nextInt(leads.length)];
            }
            assertThat(Utf8.firstMalformed(bytes, 0, bytes.length) < 0)
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(decodes(bytes));
        }
    }

    @Test
    void place_isTheFirstByteOfTheSequence() {
        byte[] bytes = "aé你🌍".getBytes(UTF_8);
        assertThat(Utf8.firstMalformed(bytes, 0, bytes.length)).isEqualTo(-1);
        assertThat(Utf8.firstMalformed(bytes, 0, bytes.length - 1)).isEqualTo(6);
    }

    private static boolean decodes(byte[] bytes) {
        try {
            UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}

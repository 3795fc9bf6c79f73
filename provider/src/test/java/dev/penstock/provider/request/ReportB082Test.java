package dev.penstock.provider.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B082 the canonical form")
class ReportB082Test {

    private static String canonical(String value) {
        String object = "{\"v\":" + value + "}";
        String form = new String(CanonicalJson.of(object.getBytes(UTF_8)), UTF_8);
        return form.substring(5, form.length() - 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1,\"b\":2} | {\"b\":2,\"a\":1}",
                "{\"a\": [ 1 , 2 ]} | {\"a\":[1,2]}",
                "\"\\u00e9\" | \"é\"",
                "\"\\u0041\\/\" | \"A/\"",
                "\"\\ud83d\\ude00\" | \"😀\"",
                "1e2 | 100",
                "1.0 | 1",
                "1E+2 | 100.00",
                "0.00001 | 1e-5",
                "-0 | 0",
                "-0.0e5 | 0",
                "1.0E20 | 1e+20",
                "1200e-2 | 12",
                "9007199254740993.0 | 9007199254740993"
            })
    void sameMeaning_hasOneForm(String one, String other) {
        assertThat(canonical(one)).isEqualTo(canonical(other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"1\" | 1",
                "null | false",
                "{\"a\":null} | {}",
                "[1,2] | [2,1]",
                "9007199254740992 | 9007199254740993",
                "1e400 | 1e401",
                "0.1 | 0.10000000000000000001",
                "\"é\" | \"e\u0301\"",
                "\"a\" | \"A\"",
                "1 | -1",
                "[] | {}",
                "[[1],2] | [1,[2]]",
                "\"a\\nb\" | \"a\\\\nb\""
            })
    void otherMeaning_hasAnotherForm(String one, String other) {
        assertThat(canonical(one)).isNotEqualTo(canonical(other));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"v\":1,\"v\":1}",
                "{\"v\":1,\"\\u0076\":1}",
                "{\"v\":NaN}",
                "{\"v\":Infinity}",
                "{\"v\":\"\\ud83d\"}",
                "{\"v\":1} 2",
                "[1]"
            })
    void ambiguousInput_isRefusedWithoutQuotingIt(String json) {
        assertThatThrownBy(() -> CanonicalJson.of(json.getBytes(UTF_8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("[a-zA-Z0-9 ]+ \\(byte \\d+\\)");
    }

    @Test
    void names_areSortedByUtf16CodeUnits() {
        assertThat(canonical("{\"\uFB33\":1,\"😀\":2,\"a\":3,\"B\":4,\"\":5}"))
                .isEqualTo("{\"\":5,\"B\":4,\"a\":3,\"😀\":2,\"\uFB33\":1}");
    }

    @Test
    void hugeExponents_costWhatTheirTextCosts() {
        assertThat(canonical("1E400")).isEqualTo("1e400");
        assertThat(canonical("-1.50E-" + "9".repeat(500)))
                .startsWith("-15e-1000")
                .hasSizeLessThan(520);
        assertThat(canonical("100E" + "9".repeat(500))).startsWith("1e1000");
    }

    @Test
    void depthOfTenThousand_isRefused() {
        String bomb = "{\"v\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}";
        assertThatThrownBy(() -> CanonicalJson.of(bomb.getBytes(UTF_8)))
                .hasMessageStartingWith("nested deeper than 255 levels");
    }

    @Test
    void numbers_agreeWithExactDecimals() {
        long seed = 82L;
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 5_000; round++) {
            String number = number(random);
            String form = canonical(number);
            assertThat(new BigDecimal(form))
                    .as("seed %d, %s", seed, number)
                    .isEqualByComparingTo(new BigDecimal(number));
            assertThat(canonical(form)).as("seed %d, %s", seed, number).isEqualTo(form);
            String other = number(random);
            assertThat(canonical(other).equals(form))
                    .as("seed %d, %s and %s", seed, number, other)
                    .isEqualTo(new BigDecimal(number).compareTo(new BigDecimal(other)) == 0);
        }
    }

    private static String number(SplittableRandom random) {
        String sign = random.nextBoolean() ? "-" : "";
        String fraction = random.nextBoolean() ? "." + random.nextInt(3) + "0".repeat(random.nextInt(3)) : "";
        String exponent = random.nextBoolean() ? "e" + (random.nextInt(7) - 3) : "";
        return sign + random.nextInt(12) * (random.nextBoolean() ? 1 : 10) + fraction + exponent;
    }

    @Test
    void form_isAFixedPoint() {
        String form = new String(
                CanonicalJson.of("{ \"b\" : [ 1.0, {\"z\":\"\\u0001\\\"\", \"y\":[]} ], \"a\":{} }".getBytes(UTF_8)),
                UTF_8);
        assertThat(form).isEqualTo("{\"a\":{},\"b\":[1,{\"y\":[],\"z\":\"\\u0001\\u0022\"}]}");
        assertThat(new String(CanonicalJson.of(form.getBytes(UTF_8)), UTF_8)).isEqualTo(form);
    }
}

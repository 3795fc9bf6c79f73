package dev.penstock.provider.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class YamlFileTest {

    record Page(String name, int count, List<String> words, Map<String, String> pairs) {}

    @Test
    void read_variables_standForTheirValues() {
        Page page =
                read("name: a${X}c\ncount: ${N}\nwords: [\"${X}\", plain]\npairs: {k: \"${X}\"}\n", "X", "b", "N", "3");

        assertThat(page).isEqualTo(new Page("abc", 3, List.of("b", "plain"), Map.of("k", "b")));
    }

    @Test
    void read_variableThatLooksLikeYaml_staysOneValue() {
        Page page = read("name: ${X}\ncount: 1\n", "X", "a\ncount: 9 # not so");

        assertThat(page.name()).isEqualTo("a\ncount: 9 # not so");
        assertThat(page.count()).isEqualTo(1);
    }

    @Test
    void read_unsetVariable_isNamedWithItsLine() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read("name: a\nwords:\n  - b\n  - ${GONE}\n"))
                .withMessage("page.yaml, line 4: the environment variable GONE is not set");
    }

    @Test
    void read_variableInAComment_isNotAskedFor() {
        assertThat(read("name: a # or ${GONE}\n").name()).isEqualTo("a");
    }

    @Test
    void read_openBrace_isRefused() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read("name: ${GONE\n"))
                .withMessage("page.yaml, line 1: '${' without its '}'");
    }

    @Test
    void read_unknownKey_isNamedWithItsLine() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read("name: a\nnmae: b\n"))
                .withMessage("page.yaml, line 2: unknown key 'nmae'");
    }

    private static Page read(String text, String... variables) {
        Map<String, String> environment = new java.util.HashMap<>();
        for (int i = 0; i < variables.length; i += 2) {
            environment.put(variables[i], variables[i + 1]);
        }
        return YamlFile.read(new ByteArrayInputStream(text.getBytes(UTF_8)), "page.yaml", Page.class, environment);
    }
}

package dev.penstock.provider.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("R-VALID-1 schema validity is a check of its own")
class SchemaCheckTest {

    private static final String PERSON =
            "{'type':'object','properties':{'name':{'type':'string'},'age':{'type':'integer'}},"
                    + "'required':['name'],'additionalProperties':false}";

    private static SchemaOutcome check(String schema, String content) {
        String quoted = content.replace("\\", "\\\\").replace("\"", "\\\"");
        String completion = "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"" + quoted + "\"}}]}";
        return SchemaCheck.of(schema.replace('\'', '"').getBytes(UTF_8)).check(completion.getBytes(UTF_8));
    }

    @Test
    void contentThatMeetsIt_isMet() {
        assertThat(check(PERSON, "{\"name\":\"x\",\"age\":3}")).isEqualTo(new SchemaOutcome.Met());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"age\":3} | choice 0: required",
                "{\"name\":1} | choice 0: type",
                "{\"name\":\"x\",\"secret\":1} | choice 0: additionalProperties",
                "[] | choice 0: type",
                "not json | choice 0: not JSON",
                "{\"name\":\"x\" | choice 0: not JSON",
                "{\"name\":\"x\"} trailing | choice 0: not JSON"
            })
    void contentThatDoesNot_isViolatedAndNotQuoted(String content, String where) {
        assertThat(check(PERSON, content)).isEqualTo(new SchemaOutcome.Violated(where));
    }

    @Test
    void emptyContent_isViolated() {
        assertThat(check(PERSON, "")).isEqualTo(new SchemaOutcome.Violated("choice 0: not JSON"));
    }

    @Test
    void everyChoice_isChecked() {
        String completion = "{\"choices\":[{\"message\":{\"content\":\"{\\\"name\\\":\\\"x\\\"}\"}},"
                + "{\"message\":{\"content\":\"{}\"}}]}";
        assertThat(SchemaCheck.of(PERSON.replace('\'', '"').getBytes(UTF_8)).check(completion.getBytes(UTF_8)))
                .isEqualTo(new SchemaOutcome.Violated("choice 1: required"));
    }

    @Test
    void answerWithoutContent_isNotChecked() {
        String completion = "{\"choices\":[{\"message\":{\"content\":null,\"refusal\":\"no\"}}]}";
        assertThat(SchemaCheck.of("{}".getBytes(UTF_8)).check(completion.getBytes(UTF_8)))
                .isEqualTo(new SchemaOutcome.NotChecked("no choice has content"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'$ref':'http://127.0.0.1:1/schema.json'} | the schema cannot be used",
                "{'$ref':'file:///etc/passwd'} | the schema cannot be used",
                "{'$ref':'classpath:draft/2020-12/schema'} | the schema cannot be used",
                "{'type':'string','pattern':'('} | the schema cannot be used",
                "{'$ref':'#'} | the check takes too long"
            })
    void schemaThatCannotBeUsed_isNotChecked(String schema, String why) {
        assertThat(check(schema, "\"a\"")).isEqualTo(new SchemaOutcome.NotChecked(why));
    }

    @Test
    void patternThatNeverEnds_isNotChecked() {
        assertThat(check("{'pattern':'^((a+)\\\\2?)+$'}", "\"" + "a".repeat(60) + "!\""))
                .isEqualTo(new SchemaOutcome.NotChecked("the check takes too long"));
    }

    @Test
    void decimals_areExact() {
        assertThat(check("{'multipleOf':0.01}", "19.99")).isEqualTo(new SchemaOutcome.Met());
        assertThat(check("{'const':9007199254740993}", "9007199254740992")).isInstanceOf(SchemaOutcome.Violated.class);
    }

    @Test
    void localReferences_work() {
        assertThat(check("{'$defs':{'a':{'type':'string'}},'$ref':'#/$defs/a'}", "\"x\""))
                .isEqualTo(new SchemaOutcome.Met());
    }
}

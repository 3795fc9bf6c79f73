package dev.penstock.provider.schema;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.ValidationLimitExceededException;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks the content of an answer against the JSON Schema that the request asked for (R-VALID-1). Nothing is fetched,
 * and every bound that is hit gives {@link SchemaOutcome.NotChecked}. Thread-safe.
 */
public final class SchemaCheck {

    private static final long MAX_STEPS = 1_000_000;
    private static final int MAX_DEPTH = 200;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final ExecutionConfig LIMITS = ExecutionConfig.builder()
            .maxEvaluationSteps(MAX_STEPS)
            .maxEvaluationDepth(MAX_DEPTH)
            .failFast(true)
            .build();
    private static final SchemaRegistryConfig SETTINGS = SchemaRegistryConfig.builder()
            .regularExpressionFactory(new BudgetedPatterns())
            .build();

    private final byte[] schema;

    private SchemaCheck(byte[] schema) {
        this.schema = schema;
    }

    /**
     * A check.
     *
     * @param schema the schema's JSON, as {@code response_format.json_schema.schema} has it; not to be written to
     * @return the check; whether the schema can be used shows when it runs
     */
    public static SchemaCheck of(byte[] schema) {
        return new SchemaCheck(schema);
    }

    /**
     * Checks every choice that has content.
     *
     * @param completion a whole {@code chat.completion}
     * @return what was found
     */
    public SchemaOutcome check(byte[] completion) {
        try {
            return check(compiled(), MAPPER.readTree(completion).path("choices"));
        } catch (SchemaException | PatternSyntaxException | JacksonException e) {
            return new SchemaOutcome.NotChecked("the schema cannot be used");
        } catch (ValidationLimitExceededException | BudgetedPatterns.Exhausted | StackOverflowError e) {
            return new SchemaOutcome.NotChecked("the check takes too long");
        }
    }

    /** A registry for one check: it keeps every schema it has seen, and these are strangers'. */
    private Schema compiled() {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                builder -> builder.schemaRegistryConfig(SETTINGS)
                        .schemaCacheEnabled(false)
                        .schemaLoader(
                                loader -> loader.fetchRemoteResources(false).block(iri -> true)));
        return registry.getSchema(MAPPER.readTree(schema));
    }

    private static SchemaOutcome check(Schema schema, JsonNode choices) {
        boolean any = false;
        int position = 0;
        for (JsonNode choice : choices) {
            JsonNode content = choice.path("message").path("content");
            if (content.isString()) {
                any = true;
                String keyword = firstViolation(schema, content.stringValue());
                if (!keyword.isEmpty()) {
                    return new SchemaOutcome.Violated("choice " + position + ": " + keyword);
                }
            }
            position++;
        }
        return any ? new SchemaOutcome.Met() : new SchemaOutcome.NotChecked("no choice has content");
    }

    /** The keyword that is not met, "" if all are. */
    private static String firstViolation(Schema schema, String content) {
        JsonNode value;
        try {
            value = MAPPER.readTree(content);
        } catch (JacksonException e) {
            return "not JSON";
        }
        if (value.isMissingNode()) {
            return "not JSON";
        }
        List<Error> errors = schema.validate(value, context -> context.setExecutionConfig(LIMITS));
        return errors.isEmpty() ? "" : errors.getFirst().getKeyword();
    }
}

package dev.penstock.provider.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Reads YAML strictly into records: unknown and duplicate keys are refused with their line. Keys are written in snake
 * case, durations as ISO 8601, constants in any case. Thread-safe.
 */
public final class YamlFile {

    private static final YAMLMapper MAPPER = YAMLMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private YamlFile() {}

    /**
     * Reads one document.
     *
     * @param in the file's bytes; read to its end, not closed
     * @param name what the file is called in messages
     * @param type the record to read
     * @param <T> the record
     * @return what the file says
     * @throws ConfigurationException if the file is not such a document
     */
    public static <T> T read(InputStream in, String name, Class<T> type) {
        return read(in, name, type, UnaryOperator.identity());
    }

    /**
     * Reads one document in whose values <code>${NAME}</code> stands for an environment variable. A value that came from
     * there is a value, whatever it holds: it cannot add keys.
     *
     * @param in the file's bytes; read to its end, not closed
     * @param name what the file is called in messages
     * @param type the record to read
     * @param environment the variables
     * @param <T> the record
     * @return what the file says
     * @throws ConfigurationException if the file is not such a document, or names a variable that is not set
     */
    public static <T> T read(InputStream in, String name, Class<T> type, Map<String, String> environment) {
        return read(in, name, type, new Variables(environment)::expand);
    }

    private static <T> T read(InputStream in, String name, Class<T> type, UnaryOperator<String> expansion) {
        try {
            byte[] bytes = in.readAllBytes();
            try (JsonParser parser = new ExpandingParser(MAPPER.createParser(bytes), expansion)) {
                new KnownKeys(parser).check(type);
            }
            T value;
            try (JsonParser parser = new ExpandingParser(MAPPER.createParser(bytes), expansion)) {
                value = MAPPER.readValue(parser, type);
            }
            if (value == null) {
                throw new ConfigurationException(name + ": the file is empty");
            }
            return value;
        } catch (ExpandingParser.UnsetVariable e) {
            throw new ConfigurationException(name + e.getMessage());
        } catch (KnownKeys.UnknownKey e) {
            throw new ConfigurationException(name + e.getMessage());
        } catch (JacksonException e) {
            throw new ConfigurationException(name + lineOf(e) + ": " + reasonOf(e));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String lineOf(JacksonException e) {
        TokenStreamLocation at = e.getLocation();
        return at == null || at.getLineNr() < 1 ? "" : ", line " + at.getLineNr();
    }

    private static String reasonOf(JacksonException e) {
        if (e.getCause() instanceof IllegalArgumentException cause) {
            return String.valueOf(cause.getMessage());
        }
        if (e.getCause() instanceof NullPointerException cause) {
            return cause.getMessage() + " is missing";
        }
        if (e instanceof MismatchedInputException) {
            return "not a value for '" + pathOf(e) + "'";
        }
        return String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("not readable");
    }

    private static String pathOf(JacksonException e) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : e.getPath()) {
            String name = step.getPropertyName();
            path.append(path.isEmpty() || name == null ? "" : ".")
                    .append(name == null ? "[" + step.getIndex() + "]" : name);
        }
        return path.toString();
    }
}

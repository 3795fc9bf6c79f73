package dev.penstock.cli.config;

import dev.penstock.cli.terminal.Nearest;
import dev.penstock.cli.terminal.Reason;
import dev.penstock.cli.terminal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.dataformat.yaml.YAMLFactory;

/**
 * A configuration file: one flat YAML mapping whose keys are the names of options. What it cannot use, it refuses with
 * file and line.
 */
final class ConfigFile {

    /** A file of settings is small; anything larger is the wrong file. */
    private static final long LARGEST = 1 << 20;

    private final Path file;
    private final Set<String> known;
    private final Map<String, String> environment;
    private final Map<String, ConfigValue> values = new LinkedHashMap<>();

    private ConfigFile(Path file, Set<String> known, Map<String, String> environment) {
        this.file = file;
        this.known = known;
        this.environment = environment;
    }

    /**
     * Reads a file.
     *
     * @param file where it is
     * @param known the keys that mean something
     * @param environment what {@code ${NAME}} is replaced from
     * @return its values by key
     * @throws Refusal if it cannot be read or used
     */
    static Map<String, ConfigValue> read(Path file, Set<String> known, Map<String, String> environment) {
        ConfigFile reading = new ConfigFile(file, known, environment);
        reading.parse(bytes(file));
        return reading.values;
    }

    private static byte[] bytes(Path file) {
        try {
            if (Files.size(file) > LARGEST) {
                throw new Refusal("the configuration file " + file + " is larger than 1 MiB; is it the right one?");
            }
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new Refusal("cannot read the configuration file " + file + ": " + Reason.of(e));
        }
    }

    private void parse(byte[] bytes) {
        try (JsonParser parser = new YAMLFactory().createParser(ObjectReadContext.empty(), bytes)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return;
            }
            if (first != JsonToken.START_OBJECT) {
                throw refused(line(parser), "expected lines of the form 'key: value'");
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                entry(parser);
            }
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw refused(line, "not readable as YAML");
        }
    }

    private void entry(JsonParser parser) {
        String key = parser.currentName();
        int line = line(parser);
        if (!known.contains(key)) {
            throw refused(line, "unknown key '" + key + "'" + Nearest.hint(key, known));
        }
        JsonToken token = parser.nextToken();
        if (token == null || !token.isScalarValue() || token == JsonToken.VALUE_NULL) {
            throw refused(line, "'" + key + "' needs one value on its own line");
        }
        if (values.put(key, new ConfigValue(expanded(parser.getString(), line), file, line)) != null) {
            throw refused(line, "'" + key + "' is given twice");
        }
    }

    private String expanded(String value, int line) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (true) {
            int from = value.indexOf("${", at);
            if (from < 0) {
                return text.append(value, at, value.length()).toString();
            }
            int to = value.indexOf('}', from);
            if (to < 0) {
                throw refused(line, "'${' without its '}'");
            }
            String name = value.substring(from + 2, to);
            String replacement = environment.get(name);
            if (replacement == null) {
                throw refused(line, "the environment variable " + name + " is not set");
            }
            text.append(value, at, from).append(replacement);
            at = to + 1;
        }
    }

    private Refusal refused(int line, String why) {
        return new Refusal(file + (line > 0 ? ", line " + line : "") + ": " + why);
    }

    private static int line(JsonParser parser) {
        return parser.currentTokenLocation().getLineNr();
    }
}

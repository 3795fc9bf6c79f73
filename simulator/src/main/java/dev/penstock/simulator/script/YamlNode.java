package dev.penstock.simulator.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** A value of a YAML document that knows its line. */
sealed interface YamlNode {

    /** Where it begins, from 1. */
    int line();

    record Scalar(int line, String text) implements YamlNode {}

    record Items(int line, List<YamlNode> nodes) implements YamlNode {}

    record Fields(int line, Map<String, YamlNode> nodes) implements YamlNode {}

    /** The document; an empty one is a map without fields. */
    static YamlNode parse(String yaml) {
        try (JsonParser parser = new YAMLMapper().createParser(yaml)) {
            JsonToken first = parser.nextToken();
            return first == null ? new Fields(1, Map.of()) : node(parser, first);
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            String reason = e.getOriginalMessage().lines().findFirst().orElse("");
            throw new ScriptException(Math.max(1, line), "not YAML: " + reason);
        }
    }

    private static YamlNode node(JsonParser parser, JsonToken token) {
        int line = parser.currentTokenLocation().getLineNr();
        return switch (token) {
            case START_OBJECT -> fields(parser, line);
            case START_ARRAY -> items(parser, line);
            case VALUE_NULL -> new Scalar(line, "");
            default -> new Scalar(line, parser.getString());
        };
    }

    private static YamlNode fields(JsonParser parser, int line) {
        Map<String, YamlNode> nodes = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            int at = parser.currentTokenLocation().getLineNr();
            if (nodes.put(name, node(parser, parser.nextToken())) != null) {
                throw new ScriptException(at, "'" + name + "' is given twice");
            }
        }
        return new Fields(line, nodes);
    }

    private static YamlNode items(JsonParser parser, int line) {
        List<YamlNode> nodes = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            nodes.add(node(parser, token));
        }
        return new Items(line, nodes);
    }
}

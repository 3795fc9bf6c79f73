package dev.penstock.simulator.answer;

import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Makes a small value that fits a JSON Schema, as far as the usual keywords of tools and structured answers go. */
final class SchemaInstance {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int DEEPEST = 16;

    private final JsonNode root;
    private final String word;

    private SchemaInstance(JsonNode root, String word) {
        this.root = root;
        this.word = word;
    }

    static JsonNode of(JsonNode schema, String word) {
        return new SchemaInstance(schema, word).make(schema, 0);
    }

    private JsonNode make(JsonNode schema, int depth) {
        if (depth > DEEPEST) {
            return NODES.nullNode();
        }
        for (String exact : new String[] {"const", "default"}) {
            if (schema.has(exact)) {
                return schema.path(exact);
            }
        }
        if (schema.path("enum").isArray()) {
            return schema.path("enum").path(0);
        }
        if (schema.path("$ref").asString("").startsWith("#/")) {
            return make(root.at(schema.path("$ref").stringValue().substring(1)), depth + 1);
        }
        for (String first : new String[] {"anyOf", "oneOf", "allOf"}) {
            if (schema.path(first).isArray()) {
                return make(schema.path(first).path(0), depth + 1);
            }
        }
        return byType(schema, depth);
    }

    private JsonNode byType(JsonNode schema, int depth) {
        JsonNode type = schema.path("type");
        String name = type.isArray() ? type.path(0).asString("") : type.asString("");
        if (name.isEmpty()) {
            name = schema.has("properties") ? "object" : schema.has("items") ? "array" : "string";
        }
        return switch (name) {
            case "object" -> object(schema, depth);
            case "array" -> array(schema, depth);
            case "integer", "number" -> NODES.numberNode(schema.path("minimum").asInt(1));
            case "boolean" -> NODES.booleanNode(true);
            case "null" -> NODES.nullNode();
            default -> NODES.stringNode(word + "x".repeat(missingLength(schema)));
        };
    }

    private int missingLength(JsonNode schema) {
        return Math.clamp(schema.path("minLength").asInt(0) - word.length(), 0, 10_000);
    }

    private JsonNode object(JsonNode schema, int depth) {
        Set<String> names = new TreeSet<>(schema.path("properties").propertyNames());
        for (JsonNode required : schema.path("required")) {
            names.add(required.asString(""));
        }
        var object = NODES.objectNode();
        for (String name : names) {
            object.set(name, make(schema.path("properties").path(name), depth + 1));
        }
        return object;
    }

    private JsonNode array(JsonNode schema, int depth) {
        var array = NODES.arrayNode();
        int count = Math.clamp(schema.path("minItems").asInt(1), 0, 1_000);
        for (int i = 0; i < count; i++) {
            array.add(make(schema.path("items"), depth + 1));
        }
        return array;
    }
}

package dev.penstock.simulator.script;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads the fields of a map one by one, and refuses those that nobody asked for. */
final class YamlFields {

    private final YamlNode.Fields node;
    private final String place;
    private final TreeSet<String> asked = new TreeSet<>();

    private YamlFields(YamlNode.Fields node, String place) {
        this.node = node;
        this.place = place;
    }

    static YamlFields of(YamlNode node, String place) {
        if (node instanceof YamlNode.Fields fields) {
            return new YamlFields(fields, place);
        }
        throw new ScriptException(node.line(), place + " must be a map of fields");
    }

    int line() {
        return node.line();
    }

    private Optional<YamlNode> get(String name) {
        asked.add(name);
        return Optional.ofNullable(node.nodes().get(name));
    }

    boolean has(String name) {
        return get(name).isPresent();
    }

    Optional<String> text(String name) {
        return scalar(name, text -> text);
    }

    Optional<Long> number(String name) {
        return scalar(name, Long::valueOf, "a whole number");
    }

    Optional<Integer> integer(String name) {
        return scalar(name, Integer::valueOf, "a whole number");
    }

    Optional<Double> fraction(String name) {
        return scalar(name, Double::valueOf, "a number");
    }

    Optional<Boolean> flag(String name) {
        return scalar(name, YamlFields::flagOf, "true or false");
    }

    Optional<Span> span(String name) {
        return scalar(name, SpanText::parse);
    }

    <E extends Enum<E>> Optional<E> choice(String name, Class<E> type) {
        String all = String.join(
                ", ",
                Stream.of(type.getEnumConstants())
                        .map(value -> value.name().toLowerCase(Locale.ROOT))
                        .toList());
        return scalar(name, text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT)), "one of: " + all);
    }

    private static Boolean flagOf(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }

    private <T> Optional<T> scalar(String name, Function<String, T> reading, String expected) {
        return get(name).map(value -> {
            String text = textOf(name, value);
            try {
                return reading.apply(text);
            } catch (IllegalArgumentException e) {
                throw new ScriptException(value.line(), "'" + name + "' must be " + expected + ", not '" + text + "'");
            }
        });
    }

    private <T> Optional<T> scalar(String name, Function<String, T> reading) {
        return get(name).map(value -> checked(value.line(), () -> reading.apply(textOf(name, value))));
    }

    private static String textOf(String name, YamlNode value) {
        if (value instanceof YamlNode.Scalar scalar) {
            return scalar.text();
        }
        throw new ScriptException(value.line(), "'" + name + "' must be a single value");
    }

    /** A map under a name. */
    <T> Optional<T> map(String name, Function<YamlFields, T> reading) {
        return get(name).map(value -> read(value, "'" + name + "'", reading));
    }

    /** Either a single value or a map under a name. */
    <T> Optional<T> valueOrMap(String name, Function<String, T> single, Function<YamlFields, T> reading) {
        return get(name)
                .map(value -> value instanceof YamlNode.Scalar scalar
                        ? checked(value.line(), () -> single.apply(scalar.text()))
                        : read(value, "'" + name + "'", reading));
    }

    /** The items under a name, a single one standing for a list of one; none if the name is missing. */
    List<YamlNode> items(String name) {
        return get(name)
                .map(value -> value instanceof YamlNode.Items items ? items.nodes() : List.of(value))
                .orElse(List.of());
    }

    List<Long> numbers(String name) {
        return items(name).stream()
                .map(item -> checked(item.line(), () -> Long.valueOf(textOf(name, item))))
                .toList();
    }

    /** Fields whose names are not fixed. */
    Map<String, YamlNode> free(String name) {
        return get(name)
                .map(value -> {
                    YamlNode.Fields fields = of(value, "'" + name + "'").node;
                    return fields.nodes();
                })
                .orElse(Map.of());
    }

    /** Reads a map whole: afterwards every field has been asked for. */
    static <T> T read(YamlNode value, String place, Function<YamlFields, T> reading) {
        YamlFields fields = of(value, place);
        T result = checked(fields.line(), () -> reading.apply(fields));
        for (Map.Entry<String, YamlNode> field : fields.node.nodes().entrySet()) {
            if (!fields.asked.contains(field.getKey())) {
                throw new ScriptException(
                        field.getValue().line(),
                        "unknown '" + field.getKey() + "' in " + place + "; known are "
                                + String.join(", ", fields.asked));
            }
        }
        return result;
    }

    /** What the records refuse, with the line where it was asked. */
    static <T> T checked(int line, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (NumberFormatException e) {
            throw new ScriptException(line, "a number is needed here");
        } catch (IllegalArgumentException e) {
            throw new ScriptException(line, String.valueOf(e.getMessage()));
        }
    }

    String place() {
        return place;
    }
}

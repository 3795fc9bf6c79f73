package dev.penstock.provider.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.penstock.provider.request.CanonicalValue.Elements;
import dev.penstock.provider.request.CanonicalValue.Literal;
import dev.penstock.provider.request.CanonicalValue.Members;
import dev.penstock.provider.request.CanonicalValue.Text;
import dev.penstock.provider.text.ByteBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/**
 * The canonical form of a JSON object, for comparing what two bodies mean; it is never sent (B082).
 *
 * <ul>
 *   <li>Members are sorted by the UTF-16 code units of their names, as RFC 8785 sorts; there is no whitespace.
 *   <li>Numbers are exact decimals in one spelling: 1.0 = 1 = 10e-1, 1e2 = 100, -0 = 0; 2^53 and 2^53+1 differ.
 *   <li>Strings are compared by their characters as they are: escapes are resolved, nothing is normalised.
 *   <li>Null and absent differ, and so does the order of an array.
 *   <li>Duplicate names, NaN, half surrogate pairs and nesting beyond 255 levels are refused.
 * </ul>
 *
 * <p>Where two readers might disagree it prefers two forms to one: a false conflict is a nuisance, a false replay a
 * fault.
 */
public final class CanonicalJson {

    /** Members of a request that do not change what it means: how the answer is delivered. */
    private static final Set<String> DELIVERY = Set.of("stream", "stream_options");

    private final StrictWalk walk;
    private final ByteBuilder out = new ByteBuilder();

    private CanonicalJson(byte[] object) {
        this.walk = new StrictWalk(object);
    }

    /**
     * The canonical form of a request, without {@code stream}, {@code stream_options} and the names that are volatile.
     *
     * @param request the request
     * @param volatileNames further top-level names to leave out; {@code metadata} where nothing else is configured
     * @return UTF-8 bytes
     */
    public static byte[] of(ChatRequest request, Set<String> volatileNames) {
        return new CanonicalJson(request.body()).write(volatileNames, DELIVERY);
    }

    /**
     * The canonical form of any object, for instance of a tool's arguments.
     *
     * @param object UTF-8 JSON
     * @return UTF-8 bytes
     * @throws IllegalArgumentException if it is refused; the message says where and never quotes it
     */
    public static byte[] of(byte[] object) {
        try {
            return new CanonicalJson(object).write(Set.of(), Set.of());
        } catch (InvalidBody e) {
            throw new IllegalArgumentException(e.refused().message());
        }
    }

    private byte[] write(Set<String> without, Set<String> norThese) {
        Members top = members();
        if (walk.next() != null) {
            throw InvalidBody.here("something follows the JSON object", walk.parser(), null);
        }
        top.byName().keySet().removeIf(name -> without.contains(name) || norThese.contains(name));
        write(top);
        return out.toByteArray();
    }

    /** Reads members up to the object's end. */
    private Members members() {
        TreeMap<String, CanonicalValue> byName = new TreeMap<>();
        while (walk.next() == JsonToken.PROPERTY_NAME) {
            String name = walk.parser().currentName();
            byName.put(name, value(walk.next()));
        }
        return new Members(byName);
    }

    private CanonicalValue value(@Nullable JsonToken token) {
        return switch (token == null ? JsonToken.NOT_AVAILABLE : token) {
            case START_OBJECT -> members();
            case START_ARRAY -> elements();
            case VALUE_STRING -> new Text(walk.parser().getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
                new Literal(ExactDecimal.of(walk.parser().getString()));
            case VALUE_TRUE, VALUE_FALSE, VALUE_NULL ->
                new Literal(walk.parser().getString());
            default -> throw InvalidBody.here("the body is not valid JSON", walk.parser(), null);
        };
    }

    private Elements elements() {
        List<CanonicalValue> inOrder = new ArrayList<>();
        JsonToken token = walk.next();
        while (token != JsonToken.END_ARRAY) {
            inOrder.add(value(token));
            token = walk.next();
        }
        return new Elements(inOrder);
    }

    private void write(CanonicalValue value) {
        switch (value) {
            case Members members -> {
                char before = '{';
                for (var member : members.byName().entrySet()) {
                    out.append(before);
                    string(member.getKey());
                    out.append(':');
                    write(member.getValue());
                    before = ',';
                }
                if (before == '{') {
                    out.append('{');
                }
                out.append('}');
            }
            case Elements elements -> {
                char before = '[';
                for (CanonicalValue element : elements.inOrder()) {
                    out.append(before);
                    write(element);
                    before = ',';
                }
                if (before == '[') {
                    out.append('[');
                }
                out.append(']');
            }
            case Text text -> string(text.characters());
            case Literal literal -> raw(literal.spelling());
        }
    }

    private void string(String characters) {
        out.append('"');
        int from = 0;
        for (int i = 0; i < characters.length(); i++) {
            char c = characters.charAt(i);
            if (c < ' ' || c == '"' || c == '\\') {
                raw(characters.substring(from, i));
                raw(String.format("\\u%04x", (int) c));
                from = i + 1;
            }
        }
        raw(characters.substring(from));
        out.append('"');
    }

    private void raw(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        out.append(bytes, 0, bytes.length);
    }
}

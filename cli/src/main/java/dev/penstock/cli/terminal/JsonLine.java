package dev.penstock.cli.terminal;

import java.io.StringWriter;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** One JSON object on one line, for a program to read; it gives a terminal no command either. */
public final class JsonLine {

    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonLine() {}

    /**
     * Writes an object.
     *
     * @param fields what stands in it
     * @return the line without its end
     */
    public static String of(Consumer<JsonGenerator> fields) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            fields.accept(json);
            json.writeEndObject();
        }
        return Printable.inJson(text.toString());
    }
}

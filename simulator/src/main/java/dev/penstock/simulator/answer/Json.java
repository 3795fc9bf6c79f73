package dev.penstock.simulator.answer;

import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.databind.json.JsonMapper;

/** The JSON tools of this package. */
final class Json {

    static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    static String quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 16).append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, quoted);
        return quoted.append('"').toString();
    }
}

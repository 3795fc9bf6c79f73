package dev.penstock.provider.config;

import java.util.Map;

/** Puts environment variables where a text names them: <code>${NAME}</code>. Immutable. */
record Variables(Map<String, String> environment) {

    /** The text with every variable in its place; an unset one, or a brace that does not close, is illegal. */
    String expand(String text) {
        StringBuilder expanded = new StringBuilder();
        int at = 0;
        while (true) {
            int from = text.indexOf("${", at);
            if (from < 0) {
                return at == 0 ? text : expanded.append(text, at, text.length()).toString();
            }
            int to = text.indexOf('}', from);
            if (to < 0) {
                throw new IllegalArgumentException("'${' without its '}'");
            }
            String name = text.substring(from + 2, to);
            String value = environment.get(name);
            if (value == null) {
                throw new IllegalArgumentException("the environment variable " + name + " is not set");
            }
            expanded.append(text, at, from).append(value);
            at = to + 1;
        }
    }

    @Override
    public String toString() {
        return environment.size() + " variables";
    }
}

package dev.penstock.simulator.answer;

/** A piece of a choice, as a stream carries it. */
sealed interface Delta {

    /** The piece as the JSON object of a chunk's {@code delta}. */
    String json();

    record Role() implements Delta {
        @Override
        public String json() {
            return "{\"role\":\"assistant\",\"content\":\"\"}";
        }
    }

    record Reasoning(String text) implements Delta {
        @Override
        public String json() {
            return "{\"content\":null,\"reasoning_content\":" + Json.quote(text) + "}";
        }
    }

    record Content(String text) implements Delta {
        @Override
        public String json() {
            return "{\"content\":" + Json.quote(text) + "}";
        }
    }

    record ToolStart(String id, String name) implements Delta {
        @Override
        public String json() {
            return "{\"tool_calls\":[{\"index\":0,\"id\":" + Json.quote(id)
                    + ",\"type\":\"function\",\"function\":{\"name\":" + Json.quote(name) + ",\"arguments\":\"\"}}]}";
        }
    }

    record ToolArguments(String fragment) implements Delta {
        @Override
        public String json() {
            return "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":" + Json.quote(fragment) + "}}]}";
        }
    }
}

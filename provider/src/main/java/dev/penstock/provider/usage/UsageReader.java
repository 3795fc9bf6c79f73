package dev.penstock.provider.usage;

import dev.penstock.provider.json.Json;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads a {@code usage} object in DeepSeek's shape, in OpenAI's, or in both. */
public final class UsageReader {

    private OptionalLong prompt = OptionalLong.empty();
    private OptionalLong completion = OptionalLong.empty();
    private OptionalLong hit = OptionalLong.empty();
    private OptionalLong miss = OptionalLong.empty();
    private OptionalLong cached = OptionalLong.empty();
    private OptionalLong reasoning = OptionalLong.empty();

    private UsageReader() {}

    /**
     * Reads one object. Counts that are negative, fractional or not numbers are unknown.
     *
     * @param json the object's bytes
     * @return the counts; {@link Usage#UNKNOWN} if the bytes are no such object
     */
    public static Usage read(byte[] json) {
        try (JsonParser parser = Json.parser(json, 0, json.length)) {
            UsageReader reader = new UsageReader();
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                reader.members(parser);
            }
            return reader.usage();
        } catch (JacksonException e) {
            return Usage.UNKNOWN;
        }
    }

    private void members(JsonParser parser) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            switch (name) {
                case "prompt_tokens" -> prompt = count(parser, token);
                case "completion_tokens" -> completion = count(parser, token);
                case "prompt_cache_hit_tokens" -> hit = count(parser, token);
                case "prompt_cache_miss_tokens" -> miss = count(parser, token);
                case "prompt_tokens_details" -> cached = member(parser, token, "cached_tokens");
                case "completion_tokens_details" -> reasoning = member(parser, token, "reasoning_tokens");
                default -> parser.skipChildren();
            }
        }
    }

    private static OptionalLong member(JsonParser parser, JsonToken token, String wanted) {
        OptionalLong found = OptionalLong.empty();
        if (token != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return found;
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean match = parser.currentName().equals(wanted);
            JsonToken value = parser.nextToken();
            if (match) {
                found = count(parser, value);
            } else {
                parser.skipChildren();
            }
        }
        return found;
    }

    private static OptionalLong count(JsonParser parser, JsonToken token) {
        if (token == JsonToken.VALUE_NUMBER_INT && parser.getStringLength() <= 15 && parser.getLongValue() >= 0) {
            return OptionalLong.of(parser.getLongValue());
        }
        parser.skipChildren();
        return OptionalLong.empty();
    }

    private Usage usage() {
        boolean consistent = hit.isEmpty() || cached.isEmpty() || hit.equals(cached);
        OptionalLong cacheHit = hit.isPresent() && cached.isPresent()
                ? OptionalLong.of(Math.min(hit.getAsLong(), cached.getAsLong()))
                : hit.isPresent() ? hit : cached;
        OptionalLong cacheMiss = miss;
        if (prompt.isPresent() && cacheHit.isEmpty() && miss.isPresent()) {
            cacheHit = OptionalLong.of(Math.max(prompt.getAsLong() - miss.getAsLong(), 0));
        }
        if (prompt.isPresent() && cacheHit.isPresent()) {
            long rest = prompt.getAsLong() - cacheHit.getAsLong();
            consistent &= rest >= 0 && (miss.isEmpty() || miss.getAsLong() == rest);
            cacheMiss = miss.isPresent() ? miss : OptionalLong.of(Math.max(rest, 0));
        }
        return new Usage(prompt, completion, cacheHit, cacheMiss, reasoning, consistent);
    }
}

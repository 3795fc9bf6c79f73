package dev.penstock.simulator.answer;

import dev.penstock.simulator.look.Usage;
import dev.penstock.simulator.look.UsagePlace;

/** Writes a usage with DeepSeek's fields and OpenAI's details. */
final class UsageJson {

    private UsageJson() {}

    /** The member of an object that carries usage, with a comma before it; nothing where it is omitted. */
    static String member(UsagePlace place, Usage usage) {
        return switch (place) {
            case OMITTED -> "";
            case NULL_VALUE -> ",\"usage\":null";
            case EMPTY_OBJECT -> ",\"usage\":{}";
            case LAST_CHUNK, SEPARATE_CHUNK, SEPARATE_IF_ASKED, AFTER_DONE -> ",\"usage\":" + object(usage);
        };
    }

    private static String object(Usage usage) {
        return "{\"prompt_tokens\":" + usage.promptTokens()
                + ",\"completion_tokens\":" + usage.completionTokens()
                + ",\"total_tokens\":" + usage.totalTokens()
                + ",\"prompt_tokens_details\":{\"cached_tokens\":" + usage.cacheHitTokens()
                + "},\"completion_tokens_details\":{\"reasoning_tokens\":" + usage.reasoningTokens()
                + "},\"prompt_cache_hit_tokens\":" + usage.cacheHitTokens()
                + ",\"prompt_cache_miss_tokens\":" + usage.cacheMissTokens() + "}";
    }
}

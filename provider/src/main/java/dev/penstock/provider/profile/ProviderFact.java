package dev.penstock.provider.profile;

import dev.penstock.provider.config.Source;

/**
 * Something that a profile holds to be true, and where it was read.
 *
 * @param name which fact, for instance {@code models.deepseek-v4-flash}
 * @param source where and when it was read
 */
public record ProviderFact(String name, Source source) {}

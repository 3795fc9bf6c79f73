package dev.penstock.provider.profile;

import dev.penstock.provider.config.ConfigurationException;
import dev.penstock.provider.config.Source;
import dev.penstock.provider.config.YamlFile;
import dev.penstock.provider.profile.Sections.AbortSection;
import dev.penstock.provider.profile.Sections.AbsentSection;
import dev.penstock.provider.profile.Sections.ChoicesSection;
import dev.penstock.provider.profile.Sections.CodesSection;
import dev.penstock.provider.profile.Sections.EndpointSection;
import dev.penstock.provider.profile.Sections.FinishesSection;
import dev.penstock.provider.profile.Sections.HintsSection;
import dev.penstock.provider.profile.Sections.LimitsSection;
import dev.penstock.provider.profile.Sections.MessagesSection;
import dev.penstock.provider.profile.Sections.ModelSection;
import dev.penstock.provider.profile.Sections.WaitingSection;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A profile's file as it is written: every section may be missing where the file builds on a built-in profile. */
record ProfileDocument(
        @Nullable String provider,
        @Nullable String base,
        @Nullable Map<String, Source> sources,
        @Nullable EndpointSection endpoint,
        @Nullable List<ModelSection> models,
        @Nullable WaitingSection waiting,
        @Nullable AbortSection abort,
        @Nullable LimitsSection limits,
        @Nullable HintsSection hints,
        @Nullable MessagesSection messages,
        @Nullable FinishesSection finishes,
        @Nullable CodesSection codes,
        @Nullable ChoicesSection choices,
        @Nullable List<AbsentSection> absent) {

    static ProfileDocument read(InputStream in, String file) {
        ProfileDocument own = YamlFile.read(in, file, ProfileDocument.class);
        return own.base == null ? own : own.over(bundled(own.base, file));
    }

    private static ProfileDocument bundled(String name, String file) {
        if (!ProviderProfile.BUNDLED.contains(name)) {
            throw new ConfigurationException(
                    file + ": base '" + name + "', which is none of " + ProviderProfile.BUNDLED);
        }
        try (InputStream in = ProfileDocument.class.getResourceAsStream(name + ".yaml")) {
            if (in == null) {
                throw new IllegalStateException("the profile " + name + " is not in this build");
            }
            return read(in, name + ".yaml");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ProfileDocument over(ProfileDocument under) {
        Map<String, Source> merged = new HashMap<>(under.sources == null ? Map.of() : under.sources);
        merged.putAll(sources == null ? Map.of() : sources);
        return new ProfileDocument(
                either(provider, under.provider),
                null,
                merged,
                either(endpoint, under.endpoint),
                either(models, under.models),
                either(waiting, under.waiting),
                either(abort, under.abort),
                either(limits, under.limits),
                either(hints, under.hints),
                either(messages, under.messages),
                either(finishes, under.finishes),
                either(codes, under.codes),
                either(choices, under.choices),
                either(absent, under.absent));
    }

    private static <T> @Nullable T either(@Nullable T own, @Nullable T under) {
        return own != null ? own : under;
    }

    /** The profile that the file describes. */
    ProviderProfile profile(String file) {
        return new ProfileAssembly(this, file).profile();
    }
}

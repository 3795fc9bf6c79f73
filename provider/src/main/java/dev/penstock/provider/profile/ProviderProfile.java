package dev.penstock.provider.profile;

import dev.penstock.policy.attempt.CodeRules;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is known about one provider: data with its sources, never code (R-PROFILE-1). Immutable.
 *
 * @param name the provider's name in configuration
 * @param endpoint where it listens
 * @param models the models it documents
 * @param habits how it behaves on the wire
 * @param rules what its statuses, codes and finish reasons mean
 * @param facts every fact above with its source
 * @param absent contracts that were looked for and not found, with source: idempotency, cancellation and the like
 */
public record ProviderProfile(
        String name,
        Endpoint endpoint,
        List<ProviderModel> models,
        Habits habits,
        CodeRules rules,
        List<ProviderFact> facts,
        List<ProviderFact> absent) {

    /** The names of the profiles that are built in. */
    public static final List<String> BUNDLED = List.of("deepseek", "openai-compatible", "simulator");

    /** Copies the lists. */
    public ProviderProfile {
        models = List.copyOf(models);
        facts = List.copyOf(facts);
        absent = List.copyOf(absent);
    }

    /**
     * A profile that is built in.
     *
     * @param name one of {@link #BUNDLED}
     * @return the profile
     * @throws IllegalArgumentException if there is none of that name
     */
    public static ProviderProfile bundled(String name) {
        if (!BUNDLED.contains(name)) {
            throw new IllegalArgumentException("no provider is called '" + name + "'; there are " + BUNDLED);
        }
        String file = name + ".yaml";
        try (InputStream in = ProviderProfile.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the profile " + file + " is not in this build");
            }
            return read(in, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A profile from a file of the user's own. A file that names a {@code base} starts from a built-in profile and
     * replaces the sections it has.
     *
     * @param in the file's bytes; read to its end, not closed
     * @param file what the file is called in messages
     * @return the profile
     * @throws dev.penstock.provider.config.ConfigurationException if it is not a profile; the message has the line
     */
    public static ProviderProfile read(InputStream in, String file) {
        return ProfileDocument.read(in, file).profile(file);
    }

    /**
     * The model that a caller's name stands for.
     *
     * @param modelName a model id or one of its explicit aliases
     * @return the model, empty if the profile has neither: the name then goes out as it is
     */
    public Optional<ProviderModel> model(String modelName) {
        for (ProviderModel model : models) {
            if (model.id().equals(modelName) || model.aliases().contains(modelName)) {
                return Optional.of(model);
            }
        }
        return Optional.empty();
    }

    /**
     * The id that limits, prices and routes are kept under.
     *
     * @param modelName a model id or an alias
     * @return the model's own id, or the name itself if the profile does not know it
     */
    public String canonicalModel(String modelName) {
        return model(modelName).map(ProviderModel::id).orElse(modelName);
    }

    /**
     * The facts that nobody has looked at for too long.
     *
     * @param today the day to compare with
     * @return facts and absent contracts reviewed more than 90 days before
     */
    public List<ProviderFact> staleFacts(LocalDate today) {
        return Stream.concat(facts.stream(), absent.stream())
                .filter(fact -> fact.source().isStale(today))
                .toList();
    }

    /**
     * The same provider at another address.
     *
     * @param address the other base
     * @return a copy
     */
    public ProviderProfile withBaseUrl(URI address) {
        return new ProviderProfile(name, endpoint.withBaseUrl(address), models, habits, rules, facts, absent);
    }
}

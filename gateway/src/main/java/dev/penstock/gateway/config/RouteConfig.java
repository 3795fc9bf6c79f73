package dev.penstock.gateway.config;

import static java.util.Objects.requireNonNullElse;

import dev.penstock.http.Credential;
import dev.penstock.provider.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A way to a provider: an account there and one credential of it. Immutable.
 *
 * @param name the route's name, as models name it
 * @param provider the provider's name
 * @param account what the provider limits; the provider's name by default. Routes of one account share its limits
 * @param apiKeyEnv the environment variable that holds the key; null for the provider's usual one
 * @param apiKeyFile a file that holds nothing but the key, read anew with every reload; null for the variable
 * @param noApiKey whether the server asks for no key; false by default
 */
public record RouteConfig(
        String name,
        String provider,
        String account,
        @Nullable String apiKeyEnv,
        @Nullable String apiKeyFile,
        Boolean noApiKey) {

    /** Puts the defaults in, and checks the variable's name. */
    public RouteConfig {
        Objects.requireNonNull(name, "a route's name");
        Objects.requireNonNull(provider, "a route's provider");
        account = requireNonNullElse(account, provider);
        noApiKey = requireNonNullElse(noApiKey, false);
        if (apiKeyEnv != null && apiKeyFile != null) {
            throw new IllegalArgumentException("a route has api_key_env or api_key_file, not both");
        }
        if (apiKeyEnv != null && !apiKeyEnv.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            throw new IllegalArgumentException(
                    "api_key_env is the name of an environment variable, not the key itself");
        }
    }

    Credential credential(String profile, Map<String, String> environment) {
        if (noApiKey || profile.equals(ProviderConfig.SIMULATOR)) {
            return Credential.of("none");
        }
        String place = apiKeyFile != null
                ? "file " + apiKeyFile
                : "environment variable " + (apiKeyEnv != null ? apiKeyEnv : usualVariable(profile));
        String key = apiKeyFile != null
                ? read(Path.of(apiKeyFile))
                : environment.getOrDefault(apiKeyEnv != null ? apiKeyEnv : usualVariable(profile), "");
        if (key.isBlank()) {
            throw new ConfigurationException("no API key for route '" + name + "': the " + place + " holds none");
        }
        try {
            return Credential.of(key.strip());
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(
                    "the key in the " + place + " holds a space or a character that no key has; set it again");
        }
    }

    private String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new ConfigurationException("no API key for route '" + name + "': cannot read the file " + file);
        }
    }

    private static String usualVariable(String profile) {
        return profile.equals("deepseek") ? "DEEPSEEK_API_KEY" : "OPENAI_API_KEY";
    }
}

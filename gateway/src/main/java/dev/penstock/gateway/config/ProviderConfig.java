package dev.penstock.gateway.config;

import dev.penstock.provider.config.ConfigurationException;
import dev.penstock.provider.profile.ProviderProfile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A provider. Immutable.
 *
 * @param profile a built-in profile (deepseek, openai-compatible, simulator) or a file with one; null for the provider's
 *     own name
 * @param baseUrl where it listens; null for the profile's address, and for the simulator inside this process
 */
public record ProviderConfig(
        @Nullable String profile, @Nullable String baseUrl) {

    /** The profile of the look-alike; without an address it runs inside the gateway's process. */
    public static final String SIMULATOR = "simulator";

    /** Checks the address. */
    public ProviderConfig {
        if (baseUrl != null) {
            baseUrl = baseUrl.endsWith("/") ? baseUrl.substring(0, baseUrl.length() - 1) : baseUrl;
            checkAddress(baseUrl);
        }
    }

    static ProviderConfig named(String name) {
        return new ProviderConfig(name, null);
    }

    boolean isInProcess(String name) {
        return baseUrl == null && SIMULATOR.equals(profile == null ? name : profile);
    }

    ProviderProfile profile(String name, @Nullable URI simulator) {
        String wanted = profile == null ? name : profile;
        ProviderProfile found =
                ProviderProfile.BUNDLED.contains(wanted) ? ProviderProfile.bundled(wanted) : read(Path.of(wanted));
        if (baseUrl != null) {
            return found.withBaseUrl(URI.create(baseUrl));
        }
        if (wanted.equals(SIMULATOR) && simulator != null) {
            return found.withBaseUrl(simulator);
        }
        if (wanted.equals("openai-compatible")) {
            throw new ConfigurationException("provider '" + name + "' needs a base_url");
        }
        return found;
    }

    private static ProviderProfile read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return ProviderProfile.read(in, file.toString());
        } catch (IOException e) {
            throw new ConfigurationException("no provider is called '" + file + "', and there is no such profile file;"
                    + " there are " + String.join(", ", ProviderProfile.BUNDLED));
        }
    }

    private static void checkAddress(String text) {
        try {
            URI address = new URI(text);
            boolean plain = address.getRawUserInfo() == null
                    && address.getRawQuery() == null
                    && address.getRawFragment() == null;
            if (!plain) {
                throw new IllegalArgumentException("base_url holds a user, a query or a fragment; give the address"
                        + " alone, and the key in an environment variable (api_key_env)");
            }
            if (address.getHost() == null
                    || !("http".equals(address.getScheme()) || "https".equals(address.getScheme()))) {
                throw new IllegalArgumentException("base_url is not an http or https address");
            }
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("base_url is not an address", e);
        }
    }
}

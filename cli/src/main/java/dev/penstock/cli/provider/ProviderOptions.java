package dev.penstock.cli.provider;

import dev.penstock.cli.terminal.Reason;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.ShellWord;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.client.Route;
import dev.penstock.http.Credential;
import dev.penstock.http.TransportConfig;
import dev.penstock.provider.profile.ProviderProfile;
import dev.penstock.provider.usage.PriceBook;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which provider is called, where, and with whose key. */
public final class ProviderOptions {

    /** The look-alike that needs no key. */
    public static final String SIMULATOR = "simulator";

    @Option(
            names = "--provider",
            paramLabel = "NAME",
            defaultValue = "deepseek",
            description =
                    "deepseek, openai-compatible (with --base-url) or simulator (in this process, free of charge)."
                            + " Default: ${DEFAULT-VALUE}.")
    private String provider = "deepseek";

    @Option(
            names = "--base-url",
            paramLabel = "URL",
            description = "Where the provider listens, for example https://api.example.com/v1.")
    private @Nullable String baseUrl;

    @Option(
            names = "--api-key-env",
            paramLabel = "NAME",
            description = "The environment variable that holds the key. Default: DEEPSEEK_API_KEY for deepseek,"
                    + " OPENAI_API_KEY for openai-compatible.")
    private @Nullable String keyVariable;

    @Option(names = "--no-api-key", description = "The server asks for no key.")
    private boolean noKey;

    @Option(
            names = "--profile",
            paramLabel = "FILE",
            description = "A provider profile of your own, in YAML, in place of the built-in one.")
    private @Nullable Path profileFile;

    @Option(
            names = "--prices",
            paramLabel = "FILE",
            description = "A price book of your own, in YAML, in place of the built-in one.")
    private @Nullable Path priceFile;

    @Option(
            names = "--ca-file",
            paramLabel = "FILE",
            description = "Certificate authorities (PEM) to trust besides the platform's, for a provider or a proxy of"
                    + " your own. Default: the file that SSL_CERT_FILE names, if any.")
    private @Nullable Path authorities;

    /** For picocli. */
    public ProviderOptions() {}

    /**
     * Whether the look-alike runs inside this process.
     *
     * @return true for the simulator without an address
     */
    public boolean isInProcess() {
        return provider.equals(SIMULATOR) && baseUrl == null;
    }

    /**
     * What is known about the provider, at the address that is meant.
     *
     * @return the profile
     * @throws Refusal if the options do not name one
     */
    public ProviderProfile profile() {
        ProviderProfile profile = profileFile == null ? bundled() : read(profileFile);
        return baseUrl == null ? profile : profile.withBaseUrl(address(baseUrl));
    }

    /**
     * The way to the provider.
     *
     * @param around where the key is looked for
     * @param profile what is known about the provider
     * @return the route
     * @throws Refusal if there is no key
     */
    public Route route(Surroundings around, ProviderProfile profile) {
        return Route.to(profile, credential(around));
    }

    /**
     * How the provider is reached: through the proxies of the usual variables, trusting what {@code --ca-file} adds.
     *
     * @param around where the variables are looked up
     * @return the transport's configuration
     * @throws Refusal if a variable is no proxy's address, or the file of authorities cannot be read
     */
    public TransportConfig transport(Surroundings around) {
        if (isInProcess()) {
            return TransportConfig.defaults();
        }
        if (authorities != null && !Files.isReadable(authorities)) {
            throw new Refusal("cannot read the authorities in " + authorities + "; give a PEM file with --ca-file");
        }
        try {
            TransportConfig usual = TransportConfig.fromEnvironment(around.environment());
            return authorities == null ? usual : usual.withExtraAuthorities(List.of(authorities));
        } catch (IllegalArgumentException e) {
            throw new Refusal("the environment variable " + e.getMessage());
        }
    }

    /**
     * What tokens cost.
     *
     * @return the price book
     * @throws Refusal if the file cannot be read
     */
    public PriceBook prices() {
        if (priceFile == null) {
            return PriceBook.bundled();
        }
        try (InputStream in = Files.newInputStream(priceFile)) {
            return PriceBook.read(in, priceFile.toString());
        } catch (IOException e) {
            throw new Refusal("cannot read the prices " + priceFile + ": " + Reason.of(e));
        }
    }

    /**
     * The environment variable that holds the key.
     *
     * @return its name, null if no key is needed
     */
    public @Nullable String keyVariable() {
        if (noKey || provider.equals(SIMULATOR)) {
            return null;
        }
        if (keyVariable != null) {
            return keyVariable;
        }
        return provider.equals("deepseek") ? "DEEPSEEK_API_KEY" : "OPENAI_API_KEY";
    }

    /**
     * The provider's options as words, to be repeated in a printed command.
     *
     * @return "" for the defaults
     */
    public String asWords() {
        return (provider.equals("deepseek") ? "" : " --provider " + provider)
                + (baseUrl == null ? "" : " --base-url " + baseUrl)
                + (keyVariable == null ? "" : " --api-key-env " + keyVariable)
                + (noKey ? " --no-api-key" : "")
                + (profileFile == null ? "" : " --profile " + ShellWord.of(profileFile.toString()))
                + (priceFile == null ? "" : " --prices " + ShellWord.of(priceFile.toString()))
                + (authorities == null ? "" : " --ca-file " + ShellWord.of(authorities.toString()));
    }

    private Credential credential(Surroundings around) {
        String variable = keyVariable();
        if (variable == null) {
            return Credential.of("none");
        }
        if (!variable.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            throw new Refusal("--api-key-env takes the name of an environment variable, not the key itself");
        }
        String key = around.variable(variable);
        if (key == null) {
            throw new Refusal("no API key: the environment variable " + variable + " is not set. Set it (export "
                    + variable + "=…), name another one with --api-key-env, or try --provider simulator");
        }
        try {
            return Credential.of(key);
        } catch (IllegalArgumentException e) {
            throw new Refusal("the key in " + variable + " holds a space or a character that no key has; set it again");
        }
    }

    private ProviderProfile bundled() {
        if (!ProviderProfile.BUNDLED.contains(provider)) {
            throw new Refusal(
                    "no provider is called '" + provider + "'; there are deepseek, openai-compatible and simulator");
        }
        if (provider.equals("openai-compatible") && baseUrl == null) {
            throw new Refusal("--provider openai-compatible needs --base-url, for example https://api.openai.com/v1");
        }
        return ProviderProfile.bundled(provider);
    }

    private static ProviderProfile read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return ProviderProfile.read(in, file.toString());
        } catch (IOException e) {
            throw new Refusal("cannot read the profile " + file + ": " + Reason.of(e));
        }
    }

    private static URI address(String text) {
        String trimmed = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        try {
            URI address = new URI(trimmed);
            if (address.getRawUserInfo() != null || address.getRawQuery() != null || address.getRawFragment() != null) {
                throw new Refusal(
                        "--base-url holds a user, a query or a fragment; give the address alone, and the key in"
                                + " an environment variable (--api-key-env)");
            }
            if (address.getHost() == null
                    || !("http".equals(address.getScheme()) || "https".equals(address.getScheme()))) {
                throw new Refusal("--base-url '" + text + "' is not an http or https address");
            }
            return address;
        } catch (URISyntaxException e) {
            throw new Refusal("--base-url '" + text + "' is not an address");
        }
    }
}

package dev.penstock.provider.profile;

import java.net.URI;

/**
 * Where a provider listens.
 *
 * @param baseUrl scheme, host and leading path, without a slash at its end
 * @param chatPath the path of chat completions below it
 * @param modelsPath the path of the list of models below it
 */
public record Endpoint(URI baseUrl, String chatPath, String modelsPath) {

    /** Checks that the address is absolute HTTP and that the paths begin with a slash. */
    public Endpoint {
        String scheme = baseUrl.getScheme();
        if (baseUrl.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
            throw new IllegalArgumentException("base_url is not an absolute http or https address");
        }
        if (baseUrl.toString().endsWith("/")) {
            throw new IllegalArgumentException("base_url ends with a slash");
        }
        if (!chatPath.startsWith("/") || !modelsPath.startsWith("/")) {
            throw new IllegalArgumentException("chat_path and models_path begin with a slash");
        }
    }

    /**
     * The address of chat completions.
     *
     * @return base and path
     */
    public URI chat() {
        return URI.create(baseUrl + chatPath);
    }

    /**
     * The address of the list of models.
     *
     * @return base and path
     */
    public URI models() {
        return URI.create(baseUrl + modelsPath);
    }

    /**
     * The same paths at another address.
     *
     * @param address the other base, with or without a slash at its end
     * @return a copy
     */
    public Endpoint withBaseUrl(URI address) {
        String text = address.toString();
        return new Endpoint(
                text.endsWith("/") ? URI.create(text.substring(0, text.length() - 1)) : address, chatPath, modelsPath);
    }
}

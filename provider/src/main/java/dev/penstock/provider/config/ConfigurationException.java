package dev.penstock.provider.config;

/** A configuration file that cannot be used. The message names the file and, where there is one, the line. */
public final class ConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * A file that cannot be used.
     *
     * @param message what is wrong, with file and line
     */
    public ConfigurationException(String message) {
        super(message);
    }
}

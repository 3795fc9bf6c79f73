package dev.penstock.cli.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Gives options the values that a configuration file has for them; what stands on the command line wins. Only commands
 * that take {@code --config} have keys. A key is the
 * option's long name without its dashes, with {@code _} inside: {@code --max-attempts} is {@code max_attempts}.
 */
public final class ConfigDefaults implements IDefaultValueProvider {

    /** The option that names the file. */
    public static final String OPTION = "--config";

    private static final Set<String> NEVER_KEYS = Set.of("config", "help", "version");

    private final Map<String, ConfigValue> values;

    private ConfigDefaults(Map<String, ConfigValue> values) {
        this.values = values;
    }

    /**
     * Reads a file for all commands below a root.
     *
     * @param file the configuration file
     * @param root the command line; every option of its commands that take a file is a key
     * @param environment what {@code ${NAME}} is replaced from
     * @return the file's values
     */
    public static ConfigDefaults read(Path file, CommandLine root, Map<String, String> environment) {
        return new ConfigDefaults(ConfigFile.read(file, keys(root), environment));
    }

    /**
     * The keys that a file may hold.
     *
     * @param root the command line
     * @return one for every option of its commands that take a file, sorted
     */
    public static Set<String> keys(CommandLine root) {
        Set<String> keys = new TreeSet<>();
        collect(root, keys);
        return keys;
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        ConfigValue value = valueOf(argument);
        return value == null ? null : value.text();
    }

    /**
     * Where an option's value came from.
     *
     * @param argument the option
     * @param given the value that was refused
     * @return file and line, null if the value is not from the file
     */
    public @Nullable String placeOf(ArgSpec argument, @Nullable String given) {
        ConfigValue value = valueOf(argument);
        return value == null || !value.text().equals(given) ? null : value.place();
    }

    private @Nullable ConfigValue valueOf(ArgSpec argument) {
        return argument instanceof OptionSpec option ? values.get(key(option)) : null;
    }

    private static void collect(CommandLine command, Set<String> keys) {
        if (takesOptions(command)) {
            command.getCommandSpec().options().forEach(option -> keys.add(key(option)));
            keys.removeAll(NEVER_KEYS);
        }
        command.getSubcommands().values().forEach(below -> collect(below, keys));
    }

    /** The gateway's file is another one, with sections of its own. */
    private static boolean takesOptions(CommandLine command) {
        return command.getCommandSpec().mixins().values().stream()
                .anyMatch(mixin -> mixin.userObject() instanceof ConfigOption);
    }

    private static String key(OptionSpec option) {
        return option.longestName().replaceFirst("^--", "").replace('-', '_');
    }
}

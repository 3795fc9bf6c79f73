package dev.penstock.store.jdbc.postgres;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where a database is and who may use it. Immutable. Its text never holds the password.
 *
 * @param hosts host and port, several separated by commas; the first that may be written is used, unless
 *     the parameters say otherwise (the driver's {@code targetServerType})
 * @param database the database's name
 * @param user who uses it
 * @param password what proves it; null where the server asks for none or the driver finds it
 * @param parameters what else the address says, by the driver's names; {@code penstock.connections}, {@code
 *     penstock.pooled} and {@code penstock.unsafe} are ours
 */
public record PostgresAddress(
        String hosts,
        String database,
        String user,
        @Nullable String password,
        Map<String, String> parameters) {

    private static final String JDBC = "jdbc:";

    private static final String OURS = "penstock.";

    /** What libpq calls otherwise than the driver (postgresql.org/docs/current/libpq-connect.html, 32.1.2). */
    private static final Map<String, String> DRIVERS_NAMES = Map.of(
            "application_name", "ApplicationName",
            "connect_timeout", "connectTimeout",
            "dbname", "PGDBNAME");

    /** Keeps a copy of the parameters. */
    public PostgresAddress {
        parameters = Map.copyOf(parameters);
    }

    /**
     * Whether a store's name is the address of a database, and not a file's.
     *
     * @param store what the user wrote
     * @return true for postgresql:, postgres: and jdbc:postgresql: addresses
     */
    public static boolean isOne(String store) {
        String address = withoutJdbc(store);
        return address.startsWith("postgresql:") || address.startsWith("postgres:");
    }

    /**
     * Reads an address: {@code postgresql://user:password@host:port/database?name=value}, also with {@code jdbc:} in
     * front, and then with {@code user} and {@code password} among its parameters. What it leaves out is taken from
     * PGUSER and PGPASSWORD; host and port default to localhost:5432, the database to the user's name.
     *
     * @param store the address
     * @param environment the environment's variables
     * @return the address
     * @throws IllegalArgumentException if it is none; the message holds no part of it
     */
    public static PostgresAddress parse(String store, Map<String, String> environment) {
        String rest = afterScheme(withoutJdbc(store));
        int question = rest.indexOf('?');
        Map<String, String> parameters = parameters(question < 0 ? "" : rest.substring(question + 1));
        String place = question < 0 ? rest : rest.substring(0, question);
        int slash = place.indexOf('/');
        String authority = slash < 0 ? place : place.substring(0, slash);
        int at = authority.lastIndexOf('@');
        String[] who = at < 0 ? new String[0] : authority.substring(0, at).split(":", 2);
        String hosts = at < 0 ? authority : authority.substring(at + 1);

        String user =
                firstOf(who.length > 0 ? decode(who[0]) : "", parameters.remove("user"), environment.get("PGUSER"));
        String password = firstOf(
                who.length > 1 ? decode(who[1]) : "", parameters.remove("password"), environment.get("PGPASSWORD"));
        if (user.isEmpty()) {
            throw new IllegalArgumentException("the database's address names no user, and PGUSER is not set");
        }
        String database =
                firstOf(slash < 0 ? "" : decode(place.substring(slash + 1)), parameters.remove("PGDBNAME"), user);
        PostgresAddress address = new PostgresAddress(
                hosts.isEmpty() ? "localhost" : hosts,
                database,
                user,
                password.isEmpty() ? null : password,
                parameters);
        address.settings(); // refused here, where the user wrote it
        return address;
    }

    /** What the address says to the driver. */
    Map<String, String> driverParameters() {
        return parameters.entrySet().stream()
                .filter(parameter -> !parameter.getKey().startsWith(OURS))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** What the address says to us, beside the defaults. */
    PostgresSettings settings() {
        PostgresSettings settings = PostgresSettings.defaults();
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            settings = switch (parameter.getKey()) {
                case OURS + "connections" -> settings.withConnections(number(parameter.getValue()));
                case OURS + "pooled" -> parameter.getValue().equals("true") ? settings.withPooled() : settings;
                case OURS + "unsafe" -> parameter.getValue().equals("true") ? settings.withUnsafe() : settings;
                default -> {
                    if (parameter.getKey().startsWith(OURS)) {
                        throw new IllegalArgumentException("the database's address knows penstock.connections,"
                                + " penstock.pooled and penstock.unsafe, and nothing else that begins with penstock.");
                    }
                    yield settings;
                }
            };
        }
        return settings;
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("penstock.connections is a whole number");
        }
    }

    /** Whether the database is on one of several hosts, of which one is the primary. */
    boolean hasSeveralHosts() {
        return hosts.contains(",");
    }

    /** The address as the driver takes it, without who uses it. */
    String url() {
        return "jdbc:postgresql://" + hosts + "/" + encode(database);
    }

    @Override
    public String toString() {
        String shown = parameters.entrySet().stream()
                .filter(parameter ->
                        !parameter.getKey().toLowerCase(Locale.ROOT).contains("password"))
                .map(parameter -> encode(parameter.getKey()) + "=" + encode(parameter.getValue()))
                .sorted()
                .collect(Collectors.joining("&"));
        return "postgresql://" + encode(user) + "@" + hosts + "/" + encode(database)
                + (shown.isEmpty() ? "" : "?" + shown);
    }

    private static String withoutJdbc(String store) {
        return store.startsWith(JDBC) ? store.substring(JDBC.length()) : store;
    }

    private static String afterScheme(String address) {
        String rest = address.substring(address.indexOf(':') + 1);
        if (address.toLowerCase(Locale.ROOT).startsWith("postgres") && rest.startsWith("//")) {
            return rest.substring(2);
        }
        throw new IllegalArgumentException("that is no address of a database: write postgresql://USER@HOST/DATABASE");
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new TreeMap<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                String name = decode(pair.substring(0, equals));
                parameters.put(DRIVERS_NAMES.getOrDefault(name, name), decode(pair.substring(equals + 1)));
            } else if (!pair.isEmpty()) {
                throw new IllegalArgumentException("a parameter of the database's address is no NAME=VALUE");
            }
        }
        return parameters;
    }

    private static String firstOf(@Nullable String... candidates) {
        for (String candidate : candidates) {
            if (candidate != null && !candidate.isEmpty()) {
                return candidate;
            }
        }
        return "";
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a % in the database's address is not followed by two hex digits");
        }
    }
}

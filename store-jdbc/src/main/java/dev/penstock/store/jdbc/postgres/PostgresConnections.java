package dev.penstock.store.jdbc.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlSession;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.function.UnaryOperator;

/** Opens connections to one database: one at a time while a ledger is opened, from pools afterwards. */
final class PostgresConnections {

    private static final String DRIVER = "org.postgresql.Driver";

    /** After how many uses the driver prepares a statement in the server's session; 0 for never. */
    private static final String PREPARE_AFTER = "prepareThreshold";

    /** How much longer than the server's own limit a statement's answer is waited for. */
    private static final Duration NETWORK = Duration.ofSeconds(5);

    private final PostgresAddress address;
    private final PostgresSettings settings;

    PostgresConnections(PostgresAddress address, PostgresSettings settings) {
        this.address = address;
        this.settings = settings;
    }

    /**
     * A connection of its own that waits as long as it takes: another node may be changing the schema. It leaves nothing in
     * the server's session, which a pooler may give to others.
     */
    SqlSession openAlone() throws SQLException {
        Properties properties = properties();
        properties.setProperty(PREPARE_AFTER, "0");
        return session(DriverManager.getConnection(address.url(), properties));
    }

    /**
     * Whether somebody stands between this connection and the server: the session that works for it is another one than
     * the one that greeted it (postgresql.org/docs/current/protocol-flow.html, BackendKeyData).
     */
    static boolean isPooled(SqlSession session) throws SQLException {
        Long works = session.sql("SELECT pg_backend_pid()::bigint").first(SqlRow::number);
        return works != null && works != greetedBy(session.connection());
    }

    /** The driver alone tells it, and nothing is compiled against that: its annotations' types are nowhere. */
    private static long greetedBy(Connection connection) throws SQLException {
        try {
            Class<?> own = Class.forName("org.postgresql.PGConnection");
            return ((Integer) own.getMethod("getBackendPID").invoke(connection.unwrap(own))).longValue();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a driver that does not know its session", e);
        }
    }

    /** Connections that are made when they are needed and kept for a while. */
    HikariDataSource pool(String name, int most) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setDriverClassName(DRIVER);
        config.setJdbcUrl(address.url());
        config.setMaximumPoolSize(most);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(settings.patience().toMillis());
        config.setValidationTimeout(
                Math.min(Duration.ofSeconds(2).toMillis(), settings.patience().toMillis()));
        config.setInitializationFailTimeout(-1);
        Properties properties = properties();
        properties.setProperty(
                "socketTimeout",
                Long.toString(settings.statementTimeout().plus(NETWORK).toSeconds()));
        if (settings.pooled()) {
            properties.setProperty(PREPARE_AFTER, "0");
        } else {
            // Nobody else has this session: its reads, and its pauses, are bounded once for all of them.
            long bound = settings.statementTimeout().toMillis();
            config.setConnectionInitSql(
                    "SET statement_timeout = " + bound + "; SET idle_in_transaction_session_timeout = " + bound);
        }
        address.driverParameters().forEach(properties::setProperty);
        config.setDataSourceProperties(properties);
        return new HikariDataSource(config);
    }

    /** The ledger's statements are PostgreSQL's. */
    static SqlSession session(Connection connection) {
        return new SqlSession(connection, UnaryOperator.identity());
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("user", address.user());
        if (address.password() != null) {
            properties.setProperty("password", address.password());
        }
        properties.setProperty("ApplicationName", "penstock");
        properties.setProperty(
                "connectTimeout", Long.toString(Math.max(1, settings.patience().toSeconds())));
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("assumeMinServerVersion", "14");
        properties.setProperty("logServerErrorDetail", "false");
        if (address.hasSeveralHosts()) {
            // Without it the first that answers is taken, a standby too. A single one is taken, and refused by its
            // name.
            properties.setProperty("targetServerType", "primary");
        }
        address.driverParameters().forEach(properties::setProperty);
        return properties;
    }
}

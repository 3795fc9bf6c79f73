package dev.penstock.store.jdbc.postgres;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a session was notified of. The driver alone can tell, and nothing is compiled against that: its annotations' types
 * are nowhere.
 */
final class Notifications {

    private final Class<?> session;
    private final Method await;
    private final Method text;

    private Notifications() {
        try {
            session = Class.forName("org.postgresql.PGConnection");
            await = session.getMethod("getNotifications", int.class);
            text = Class.forName("org.postgresql.PGNotification").getMethod("getParameter");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a driver that does not notify", e);
        }
    }

    private static final class Driver {
        private static final Notifications KNOWN = new Notifications();
    }

    /**
     * Waits for notifications.
     *
     * @param connection of a session that listens; nobody else uses it meanwhile
     * @param atMost how long
     * @return their texts, in order; empty if none came
     */
    static List<String> await(Connection connection, Duration atMost) throws SQLException {
        return Driver.KNOWN.texts(connection, Math.toIntExact(atMost.toMillis()));
    }

    private List<String> texts(Connection connection, int millis) throws SQLException {
        List<String> texts = new ArrayList<>();
        try {
            Object[] all = (Object[]) await.invoke(connection.unwrap(session), millis);
            if (all != null) {
                for (Object each : all) {
                    texts.add(String.valueOf(text.invoke(each)));
                }
            }
            return texts;
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof SQLException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}

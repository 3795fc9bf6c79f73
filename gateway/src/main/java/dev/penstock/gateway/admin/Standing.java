package dev.penstock.gateway.admin;

import dev.penstock.client.EngineSnapshot;
import java.util.List;

/** How the gateway stands, for those who ask whether to send it traffic. Thread-safe. */
public interface Standing {

    /**
     * Whether it takes no new calls any more.
     *
     * @return true once a drain began
     */
    boolean isDraining();

    /**
     * Whether its store answers.
     *
     * @return true also without a store
     */
    boolean storeAnswers();

    /**
     * Connections of clients, and requests that are being answered.
     *
     * @return both numbers
     */
    Load load();

    /**
     * What the engine looks like.
     *
     * @return permits, circuits, pauses, and what is retained
     */
    EngineSnapshot engine();

    /**
     * Takes the configuration anew.
     *
     * @return the settings that have changed since the start and need a restart
     * @throws dev.penstock.provider.config.ConfigurationException if it cannot be used; the old one then stays
     */
    List<String> reload();

    /**
     * What the API's port holds.
     *
     * @param connections open connections
     * @param requests requests that are being answered
     */
    record Load(int connections, int requests) {}
}

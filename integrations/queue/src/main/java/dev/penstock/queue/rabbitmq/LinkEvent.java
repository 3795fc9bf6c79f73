package dev.penstock.queue.rabbitmq;

import java.time.Duration;

/** Something that became of the connection to the broker. */
public sealed interface LinkEvent {

    /**
     * It was lost.
     *
     * @param why for people
     */
    record Lost(String why) implements LinkEvent {}

    /**
     * The broker is still away.
     *
     * @param why for people
     * @param pause how long until it is tried again
     */
    record Away(String why, Duration pause) implements LinkEvent {}

    /** It is there again, and messages are taken. */
    record Back() implements LinkEvent {}
}

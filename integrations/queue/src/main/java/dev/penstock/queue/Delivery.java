package dev.penstock.queue;

/**
 * One message in this consumer's hands, until it is settled. It is settled once, by whichever of the three comes first;
 * after that, and once the connection that it came on is lost, settling does nothing. Thread-safe; nothing here blocks for
 * long or throws.
 */
public interface Delivery {

    /**
     * What was delivered.
     *
     * @return the message
     */
    QueueMessage message();

    /**
     * Whether the queue has delivered it before, as far as the queue knows.
     *
     * @return true for a redelivery
     */
    boolean isRedelivered();

    /**
     * Whether it can still be settled.
     *
     * @return false once it is settled, or the connection that it came on is lost: the queue delivers it again
     */
    boolean isOpen();

    /** It is done: the queue forgets it. */
    void acknowledge();

    /** It is not done: the queue delivers it again, here or to another consumer, at once if it likes. */
    void giveBack();

    /** It never will be done: the queue does not deliver it again, and hands it to its dead letters if it has any. */
    void reject();
}

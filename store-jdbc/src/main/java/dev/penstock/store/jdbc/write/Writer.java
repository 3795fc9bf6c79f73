package dev.penstock.store.jdbc.write;

/**
 * The one way to write to a database: each write in a transaction, alone or beside others. A write that was begun before
 * another was answered may be carried out after it. Thread-safe.
 */
public interface Writer {

    /**
     * Carries a write out; an interrupt withdraws it as long as nobody has begun it.
     *
     * @param work what to write
     * @param <R> what it results in
     * @return its result, once it is durable
     * @throws InterruptedException if it was withdrawn
     */
    <R> R write(Work<R> work) throws InterruptedException;

    /**
     * Carries a write out for a caller that cannot give up.
     *
     * @param work what to write
     * @param <R> what it results in
     * @return its result, once it is durable
     */
    <R> R writeUninterruptibly(Work<R> work);
}

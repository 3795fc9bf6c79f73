package dev.penstock.client;

/** What became of a submission. */
public sealed interface Submitted {

    /**
     * It is in the ledger, and is done without anybody waiting, after a crash of this process too; or it was there
     * already and is still to be done.
     *
     * @param operation where it stands, with its address
     */
    record Accepted(OperationInfo operation) implements Submitted {}

    /**
     * Nothing was taken in: the key has an answer or belongs to another request, the call is not valid, or the store
     * does not take it now.
     *
     * @param result what a call with this key would have been told
     */
    record Instead(Result result) implements Submitted {}
}

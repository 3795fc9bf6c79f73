package dev.penstock.client;

import dev.penstock.store.OperationRecord;
import java.util.function.Predicate;

/**
 * What a flight hears of while it waits: that its operation is no longer where its thread saw it last.
 *
 * @param isMove whether what the ledger holds now is somebody else's move; asked by another thread
 * @param wake ends the wait; it may come late, when the wait is over
 * @param isElsewhere whether another process runs the operation, and its next move is all that is waited for
 */
record Vigil(Predicate<OperationRecord> isMove, Runnable wake, boolean isElsewhere) {}

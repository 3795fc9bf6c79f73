package dev.penstock.gateway.api;

import dev.penstock.client.Result;

/** What a caller is told in words. Holds nothing of a prompt or an answer. */
final class Messages {

    private Messages() {}

    static String of(Result result) {
        return switch (result) {
            case Result.UnknownOutcome unknown -> unknown.message();
            case Result.Unusable unusable -> unusable.message();
            case Result.GaveUp gaveUp -> gaveUp.message();
            case Result.NotAdmitted notAdmitted -> notAdmitted.message();
            case Result.Invalid invalid -> invalid.message();
            case Result.StoreUnavailable ignored ->
                "the gateway's store does not take what has to be recorded; nothing was sent that is not recorded";
            case Result.Rejected ignored -> "the provider answered with a redirect, which is never followed";
            case Result.Cancelled ignored -> "the operation was cancelled before its next dispatch";
            case Result.KeyConflict conflict ->
                conflict.verifiable()
                        ? "this Idempotency-Key was used with another request; use a new key for a new request"
                        : "whether this request is the one that the Idempotency-Key names cannot be checked any more";
            case Result.InProgress ignored -> "the operation is in progress; ask again with the same key and body";
            case Result.Expired ignored -> "the answer was stored and has outlived its retention; nothing was sent";
            case Result.Parked parked ->
                parked.why() == null
                        ? "the gateway is draining and takes no new calls"
                        : "the route is stopped until credential, balance or quota is repaired";
            case Result.Answered ignored -> "";
            case Result.CompletedUnrecorded ignored -> "";
        };
    }
}

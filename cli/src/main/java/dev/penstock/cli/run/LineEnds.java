package dev.penstock.cli.run;

import dev.penstock.cli.run.progress.LineEnd;
import dev.penstock.client.Result;

/** What the result of a call is for the line that asked for it. */
final class LineEnds {

    private LineEnds() {}

    static LineEnd of(Result result) {
        return switch (result) {
            case Result.Answered ignored -> LineEnd.SUCCEEDED;
            case Result.CompletedUnrecorded ignored -> LineEnd.SUCCEEDED;
            case Result.UnknownOutcome ignored -> LineEnd.UNKNOWN;
            case Result.Unusable ignored -> LineEnd.FAILED;
            case Result.Rejected ignored -> LineEnd.FAILED;
            case Result.GaveUp gaveUp -> gaveUp.retryAfter() == null ? LineEnd.FAILED : LineEnd.NOT_YET;
            case Result.Cancelled ignored -> LineEnd.FAILED;
            case Result.Expired ignored -> LineEnd.FAILED;
            case Result.Invalid ignored -> LineEnd.INVALID;
            case Result.KeyConflict ignored -> LineEnd.CONFLICT;
            case Result.NotAdmitted ignored -> LineEnd.PUT_BACK;
            case Result.InProgress ignored -> LineEnd.PUT_BACK;
            case Result.Parked ignored -> LineEnd.PUT_BACK;
            case Result.StoreUnavailable ignored -> LineEnd.PUT_BACK;
        };
    }
}

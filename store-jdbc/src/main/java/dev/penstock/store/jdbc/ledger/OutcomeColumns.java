package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.DeliveryEvidence;
import dev.penstock.policy.attempt.Timings;
import dev.penstock.store.AttemptOutcome;
import dev.penstock.store.jdbc.sql.SqlRow;
import dev.penstock.store.jdbc.sql.SqlStatement;
import java.sql.SQLException;

/** The columns of an attempt's outcome, the same in {@code attempt} and in {@code evidence}. */
final class OutcomeColumns {

    static final String NAMES = """
            category, verdict, class_row, charged, stage, request_bytes, response_bytes, connection_reused,
            connected_ns, request_complete_ns, response_started_ns, first_output_ns, ended_ns, proof,
            status, error_code, provider_request_id,
            prompt_tokens, completion_tokens, cache_hit_tokens, reasoning_tokens, cost, currency""";

    static final String MARKS = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?";

    private OutcomeColumns() {}

    static SqlStatement bind(SqlStatement statement, AttemptOutcome outcome) throws SQLException {
        DeliveryEvidence evidence = outcome.evidence();
        Timings timings = evidence.timings();
        statement
                .text(EnumColumn.CATEGORY.text(outcome.category()))
                .text(outcome.verdict())
                .number(outcome.row())
                .flag(outcome.charged())
                .text(EnumColumn.STAGE.text(evidence.stage()))
                .number(evidence.requestBytes())
                .number(evidence.responseBytes())
                .flag(evidence.connectionReused())
                .number(timings.connected())
                .number(timings.requestComplete())
                .number(timings.responseStarted())
                .number(timings.firstOutput())
                .number(timings.ended())
                .text(EnumColumn.PROOF.text(evidence.how()))
                .number(outcome.status())
                .text(outcome.errorCode())
                .text(outcome.providerRequestId());
        return UsageColumns.bind(statement, outcome.usage());
    }

    static AttemptOutcome read(SqlRow row) throws SQLException {
        AttemptCategory category = EnumColumn.CATEGORY.read(row.text());
        String verdict = row.text();
        int classRow = row.smallNumber();
        boolean charged = row.flag();
        DeliveryEvidence evidence = evidence(row);
        return new AttemptOutcome(
                category,
                verdict,
                classRow,
                charged,
                evidence,
                row.optionalSmallNumber(),
                row.optionalText(),
                row.optionalText(),
                UsageColumns.read(row));
    }

    private static DeliveryEvidence evidence(SqlRow row) throws SQLException {
        var stage = EnumColumn.STAGE.read(row.text());
        long requestBytes = row.number();
        long responseBytes = row.number();
        boolean reused = row.flag();
        Timings timings = new Timings(row.number(), row.number(), row.number(), row.number(), row.number());
        return new DeliveryEvidence(
                stage, requestBytes, responseBytes, reused, timings, EnumColumn.PROOF.read(row.text()));
    }
}

package dev.penstock.simulator.log;

import dev.penstock.simulator.look.Usage;
import org.jspecify.annotations.Nullable;

/**
 * What was answered.
 *
 * @param status the HTTP status, null if none was chosen
 * @param outcome how it ended, null while it is in progress
 * @param active requests at work on the same account and model when this one was admitted, itself included; those at
 *     work without it if it was not admitted
 * @param account the account it was made for
 * @param rule the name of the script rule or model fault that shaped the answer, null if none did
 * @param usage what is billed, null while that is open and where nothing is
 */
public record Answered(
        @Nullable Integer status,
        @Nullable Outcome outcome,
        int active,
        String account,
        @Nullable String rule,
        @Nullable Usage usage) {}

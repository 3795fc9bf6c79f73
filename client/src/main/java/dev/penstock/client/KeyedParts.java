package dev.penstock.client;

import dev.penstock.policy.admission.Population;

/**
 * What the engine lends to every operation with a key.
 *
 * @param engine what it lends to every operation
 * @param ledger where they stand
 * @param population how many operations are retained
 * @param recorded makes operations again of what is recorded
 * @param claims what this process holds
 * @param elsewhere waits for what other processes do
 */
record KeyedParts(
        EngineParts engine,
        LedgerSide ledger,
        Population population,
        RecordedWork recorded,
        Claims claims,
        Elsewhere elsewhere) {}

package dev.penstock.client;

import dev.penstock.policy.admission.RoutePauses;
import dev.penstock.time.Time;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * What the engine lends to every operation.
 *
 * @param pauses of credentials and accounts
 * @param parking whether this process still dispatches
 * @param rights gives the right to begin a send under the lease of that moment, which may end before the send
 * @param pricing what attempts cost
 * @param unrecorded where outcomes go whose commit fails
 * @param events who hears
 * @param time time
 * @param random chance
 */
record EngineParts(
        RoutePauses pauses,
        Parking parking,
        Supplier<BooleanSupplier> rights,
        Pricing pricing,
        UnrecordedResults unrecorded,
        Consumer<CallEvent> events,
        Time time,
        RandomGenerator random) {}

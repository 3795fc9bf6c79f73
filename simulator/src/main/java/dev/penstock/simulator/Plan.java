package dev.penstock.simulator;

import dev.penstock.simulator.Gate.Slot;
import dev.penstock.simulator.script.Behaviour;
import org.jspecify.annotations.Nullable;

/**
 * What is done with one request.
 *
 * @param response what is sent
 * @param behaviour when, how, and how it ends
 * @param slot its place at work, null if it is not counted
 */
record Plan(
        Response response, Behaviour behaviour, @Nullable Slot slot) {

    /** An answer that the script has no part in. */
    static Plan usual(Response response) {
        return new Plan(response, Behaviour.USUAL, null);
    }
}

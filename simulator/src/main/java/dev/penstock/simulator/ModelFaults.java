package dev.penstock.simulator;

import dev.penstock.simulator.script.Behaviour;
import java.util.Optional;

/** The faults that are asked for by the model's name. */
final class ModelFaults {

    static final String PREFIX = "sim-";

    private ModelFaults() {}

    static Optional<Behaviour> find(String model, Behaviour start) {
        if (model.matches("sim-[2-9][0-9]{2}")) {
            return Optional.of(start.toBuilder()
                    .status(Integer.parseInt(model.substring(PREFIX.length())))
                    .build());
        }
        return Optional.empty();
    }
}

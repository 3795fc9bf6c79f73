package dev.penstock.cli.simulate;

import dev.penstock.cli.terminal.Reason;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.simulator.script.ScriptException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The fault scripts of the command line. */
public final class Scripts {

    /** Where the demonstration's chance begins. */
    private static final long DEMO_SEED = 2;

    private Scripts() {}

    /**
     * Reads a script.
     *
     * @param file the YAML file, null for no faults
     * @param seed where chance begins instead, null for the script's own
     * @return the script
     * @throws Refusal if it cannot be read
     */
    public static FaultScript read(@Nullable Path file, @Nullable Long seed) {
        return seeded(file == null ? FaultScript.NONE : parse(file), seed);
    }

    /**
     * Everyday trouble, for a first look: about one request in sixteen is refused with 429 or 503, and
     * answers take their time.
     *
     * @param seed where chance begins, null for a fixed place
     * @return the script
     */
    public static FaultScript demonstration(@Nullable Long seed) {
        return FaultScript.builder()
                .seed(seed == null ? DEMO_SEED : seed)
                .defaults(usual -> usual.delay(Duration.ofMillis(300)))
                .rule("busy", when -> when.probability(0.03), then -> then.status(429))
                .rule("overloaded", when -> when.probability(0.03), then -> then.status(503))
                .build();
    }

    private static FaultScript parse(Path file) {
        try {
            return FaultScript.parse(Files.readString(file));
        } catch (IOException e) {
            throw new Refusal("cannot read the script " + file + ": " + Reason.of(e));
        } catch (ScriptException e) {
            throw new Refusal(file + ", " + e.getMessage());
        }
    }

    private static FaultScript seeded(FaultScript script, @Nullable Long seed) {
        return seed == null
                ? script
                : new FaultScript(
                        seed,
                        script.defaults(),
                        script.rules(),
                        script.connections(),
                        script.refusals(),
                        script.limits());
    }
}

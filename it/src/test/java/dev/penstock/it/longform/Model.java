package dev.penstock.it.longform;

import dev.penstock.it.model.Found;
import dev.penstock.it.model.Tlc;
import java.time.Duration;

/** {@code it/model}: the models at length. Prints figures; ends with 1 if there is an error. */
public final class Model {

    private Model() {}

    public static void main(String[] arguments) {
        boolean holds = check("Ledger", "LedgerAtLength") && check("PermitBlocks", "PermitBlocksAtLength");
        System.out.println(Torture.verdict(holds));
        System.exit(holds ? 0 : 1);
    }

    private static boolean check(String module, String instance) {
        long start = System.nanoTime();
        Found found = Tlc.of(module, instance).atLength().check();
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        System.out.println(
                found.holds()
                        ? String.format(
                                "%s: no error in %,d distinct states, depth %d, %d s",
                                instance, found.distinctStates(), found.depth(), took.toSeconds())
                        : instance + ":\n" + found.said());
        return found.holds();
    }
}

package dev.penstock.simulator;

import dev.penstock.simulator.Gate.Slot;
import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.look.Usage;
import dev.penstock.simulator.wire.WriterEvents;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Closes the books on one request: its line in the log, its place at work, what is billed. Where work goes on after the
 * answer ended, they are closed when the work is done, else at the answer's end.
 */
final class Settlement implements WriterEvents {

    private final Engine engine;
    private final OpenEntry entry;
    private final Plan plan;
    private final boolean worksOn;
    private boolean waitsAhead = true;
    private int deltas;
    private boolean settled;

    Settlement(Engine engine, OpenEntry entry, Plan plan) {
        this.engine = engine;
        this.entry = entry;
        this.plan = plan;
        this.worksOn = plan.response() instanceof Response.Generated
                && engine.options().look().worksOn();
    }

    boolean worksOn() {
        return worksOn;
    }

    /** Says whether the answer still has waits ahead, during which the work can go on without its client. */
    void waitsAhead(boolean more) {
        waitsAhead = more;
    }

    /** Another delta has been generated. */
    void delta() {
        deltas++;
    }

    @Override
    public void firstByte() {
        entry.answeredAt = engine.clock().micros();
    }

    @Override
    public void ending(Outcome outcome) {
        entry.outcome = Objects.requireNonNullElse(entry.spoiled, outcome);
        entry.finishedAt = engine.clock().micros();
        boolean workIsOver = switch (outcome) {
            case COMPLETE, WAIT_EXPIRED, SIMULATOR_CLOSED, INCOMPLETE_REQUEST, MALFORMED_REQUEST -> true;
            case CUT, RESET, CLIENT_LEFT -> !worksOn || !waitsAhead;
        };
        if (workIsOver) {
            settle();
        }
    }

    /** The work is done, or stopped for good. */
    void settle() {
        if (settled) {
            return;
        }
        settled = true;
        if (entry.outcome == null) {
            entry.outcome = Outcome.SIMULATOR_CLOSED;
            entry.finishedAt = engine.clock().micros();
        }
        entry.usage = usage();
        entry.workFinishedAt = engine.clock().micros();
        Slot slot = plan.slot();
        if (slot != null) {
            slot.close();
        }
        engine.log().finish(entry);
    }

    private @Nullable Usage usage() {
        Outcome outcome = entry.outcome;
        if (!(plan.response() instanceof Response.Generated generated) || outcome == Outcome.WAIT_EXPIRED) {
            return null;
        }
        boolean whole = outcome == Outcome.COMPLETE || (worksOn && outcome != Outcome.SIMULATOR_CLOSED);
        Usage all = generated.generation().usage();
        return whole ? all : generated.generation().usage(Math.min(all.completionTokens(), deltas));
    }
}

package dev.penstock.policy.admission;

import java.util.ArrayDeque;
import java.util.Deque;

/** A plain counting pool with one of the faults that such pools have had in the field, or with none. */
final class FaultyPool implements PermitPool {

    private final Fault fault;
    private final Deque<Plain> queue = new ArrayDeque<>();
    private int limit;
    private int charged;

    FaultyPool(Fault fault, int limit) {
        this.fault = fault;
        this.limit = limit;
    }

    @Override
    public Ticket ask(String tenant) {
        Plain ticket = new Plain();
        queue.add(ticket);
        grant();
        return ticket;
    }

    @Override
    public void takeBack(Ticket ticket) {
        Plain plain = (Plain) ticket;
        if (plain.state == State.WAITING) {
            plain.state = State.GONE;
            if (fault != Fault.GRANTS_TO_WHO_HAS_LEFT) {
                queue.remove(plain);
            }
        }
    }

    @Override
    public void release(Ticket ticket) {
        Plain plain = (Plain) ticket;
        if (plain.state == State.ACTIVE || fault == Fault.COUNTS_A_SECOND_RELEASE) {
            plain.state = State.GONE;
            charged--;
            grant();
        }
    }

    @Override
    public void abort(Ticket ticket) {
        Plain plain = (Plain) ticket;
        if (plain.state == State.ACTIVE) {
            plain.state = State.HELD;
            if (fault == Fault.FORGETS_THE_HOLD) {
                charged--;
            }
        }
    }

    @Override
    public void endHold(Ticket ticket) {
        Plain plain = (Plain) ticket;
        if (plain.state == State.HELD) {
            plain.state = State.GONE;
            charged--;
            grant();
        }
    }

    @Override
    public void resize(int permits) {
        limit = permits;
        grant();
    }

    @Override
    public int charged() {
        return charged;
    }

    private void grant() {
        int most = fault == Fault.CHECKS_ONE_LATE ? limit + 1 : limit;
        while (charged < most && !queue.isEmpty()) {
            Plain next = queue.remove();
            charged++;
            if (next.state == State.WAITING) {
                next.state = State.ACTIVE;
                next.granted = true;
            }
        }
    }

    /** What it does wrong. */
    enum Fault {
        NONE,
        GRANTS_TO_WHO_HAS_LEFT,
        COUNTS_A_SECOND_RELEASE,
        FORGETS_THE_HOLD,
        CHECKS_ONE_LATE
    }

    private enum State {
        WAITING,
        ACTIVE,
        HELD,
        GONE
    }

    private static final class Plain implements Ticket {
        private State state = State.WAITING;
        private boolean granted;

        @Override
        public boolean granted() {
            return granted;
        }
    }
}

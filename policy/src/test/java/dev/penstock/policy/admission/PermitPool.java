package dev.penstock.policy.admission;

import dev.penstock.policy.classify.CapacityEffect;

/** What the conservation test does to a pool of permits: the real one, or one with a known fault. */
interface PermitPool {

    /** Asks for a permit. */
    Ticket ask(String tenant);

    /** The canceller, or the waiter's own clock, takes the request back. */
    void takeBack(Ticket ticket);

    /** The end of the response; may come twice. */
    void release(Ticket ticket);

    /** The abort of an attempt; may come after its end. */
    void abort(Ticket ticket);

    /** The hold of an aborted attempt ends; may come twice. */
    void endHold(Ticket ticket);

    /** The limit changes. */
    void resize(int limit);

    /** What the pool believes to be charged. */
    int charged();

    /** One request. */
    interface Ticket {
        /** Whether it got a permit, ever. */
        boolean granted();
    }

    /** The real one. */
    final class Real implements PermitPool {

        private final Bench bench;

        Real(int limit) {
            this.bench = Bench.of(Integer.MAX_VALUE);
            resize(limit);
        }

        @Override
        public Ticket ask(String tenant) {
            bench.passNanos(1_000_000);
            return new RealTicket(bench.arrive(PermitRequest.original(tenant, Priority.INTERACTIVE)));
        }

        @Override
        public void takeBack(Ticket ticket) {
            Waiter waiter = ((RealTicket) ticket).waiter();
            if (waiter.decide(new Refused(RefusalReason.WITHDRAWN, null))) {
                bench.state.forget(waiter);
            }
        }

        @Override
        public void release(Ticket ticket) {
            permit(ticket).release(CapacityEffect.SERVED);
        }

        @Override
        public void abort(Ticket ticket) {
            permit(ticket).abort();
        }

        @Override
        public void endHold(Ticket ticket) {
            permit(ticket).providerEnded();
        }

        @Override
        public void resize(int limit) {
            bench.state.supply(new PermitSupply(limit, null), bench.now());
        }

        @Override
        public int charged() {
            LimiterSnapshot snapshot = bench.state.snapshot();
            return snapshot.active() + snapshot.held();
        }

        private static Permit permit(Ticket ticket) {
            return Bench.permitOf(((RealTicket) ticket).waiter());
        }

        private record RealTicket(Waiter waiter) implements Ticket {
            @Override
            public boolean granted() {
                return Bench.hasPermit(waiter);
            }
        }
    }
}

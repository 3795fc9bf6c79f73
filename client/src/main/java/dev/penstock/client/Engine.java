package dev.penstock.client;

import dev.penstock.http.Transport;
import dev.penstock.policy.admission.Place;
import dev.penstock.policy.admission.Population;
import dev.penstock.policy.admission.Refused;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.store.Hints;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationId;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.StoredFingerprint;
import dev.penstock.store.Tenant;
import dev.penstock.store.WorkerId;
import dev.penstock.store.WriteResult.FingerprintMatch;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Runs operations: one virtual thread each, however many callers wait for it (design 3). Thread-safe.
 */
final class Engine implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Engine.class.getName());

    /** How long a shutdown waits for what is in flight, and then for commits (design 13). */
    private static final Duration DRAIN = Duration.ofSeconds(30);

    private static final Duration LAST_COMMITS = Duration.ofSeconds(10);

    private final PenstockConfig config;
    private final Time time;
    private final Transport transport;
    private final Flights flights;
    private final Population population;
    private final Parking parking = new Parking();
    private final PauseKeeper pauses;
    private final UnrecordedResults unrecorded;
    private final RecentCalls recent;
    private final SharedLimits limits;
    private final RouteOpening opening;
    private final Preparation preparation;
    private final EngineParts parts;
    private final @Nullable KeyedWork keyed;
    private final @Nullable KeyedParts keyedParts;
    private final List<Rounds> beside;
    private final @Nullable BackgroundWork background;
    private final Hints.Listening listening;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Engine(PenstockConfig config, Transport transport) {
        this.config = config;
        this.time = config.time();
        this.flights = new Flights(time.tasks());
        Ledger ledger = config.ledger();
        this.transport = transport;
        this.population = new Population(config.policy().population(), time.ticker());
        this.pauses = new PauseKeeper(ledger == null ? null : ledger.pauses(), time);
        this.unrecorded = new UnrecordedResults(time);
        boolean shared = ledger != null && ledger.isShared();
        this.limits = new SharedLimits(config.policy(), pauses.pauses(), shared, time, config.random());
        this.opening = new RouteOpening(transport, limits, Credentials.keyedBy(ledger, config.random()), time);
        this.preparation = new Preparation(
                config.policy(), config.upstreamStream(), new RoutingTable(config.routes(), opening::open), time);
        this.keyed = ledger == null ? null : KeyedWork.start(ledger, flights, pauses, time);
        SpendBook spending = ledger == null || keyed == null
                ? null
                : new SpendBook(ledger.spend(), keyed.lease().worker(), time);
        this.beside = ledger == null || spending == null || keyed == null
                ? List.of()
                : beside(ledger, keyed.lease().worker(), spending);
        this.recent = new RecentCalls(time, config.random(), spending == null ? Spending.NOT_KEPT : spending);
        this.parts = new EngineParts(
                pauses.pauses(),
                parking,
                keyed == null ? () -> () -> true : keyed.lease()::right,
                new BookPricing(config.prices()),
                unrecorded,
                this::tell,
                time,
                config.random());
        this.keyedParts = keyed == null
                ? null
                : new KeyedParts(
                        parts,
                        keyed.side(),
                        population,
                        new RecordedWork(keyed.side().store(), preparation),
                        new Claims(parts, keyed.side(), flights),
                        new Elsewhere(parts, keyed.side(), population));
        this.background = keyedParts == null || !config.background().isOn()
                ? null
                : BackgroundWork.start(config.background(), keyedParts, new ClaimedWork(keyedParts, flights));
        this.listening = ledger == null || keyed == null
                ? () -> {}
                : ledger.hints().listen(new Heard(keyed.watch(), background));
    }

    /**
     * Starts an engine: settles what an earlier one left behind, and begins to keep its lease.
     *
     * @param config how
     * @param transport connections; closed with the engine
     * @return the engine
     */
    static Engine start(PenstockConfig config, Transport transport) {
        return new Engine(config, transport);
    }

    /**
     * Begins a call, or joins the one that is under way with the same key.
     *
     * @param call what is asked for
     * @return this caller's hold on it
     */
    PendingCall start(ChatCall call) {
        return switch (preparation.prepare(call)) {
            case Preparation.Prepared.Invalid invalid -> landed(new Result.Invalid(invalid.message()));
            case Preparation.Prepared.Ready ready ->
                call.key() == null ? unkeyed(ready.operation()) : keyed(ready.operation(), call.key());
        };
    }

    /**
     * Takes a call into the ledger, to be done by this engine's background workers or by others'.
     *
     * @param call what is asked for; under a key
     * @return its address, or what a call would have been told
     * @throws InterruptedException if the thread is interrupted before it was taken in
     */
    Submitted submit(ChatCall call) throws InterruptedException {
        KeyedWork work = keyed;
        BackgroundWork workers = background;
        if (call.key() == null || work == null || workers == null) {
            return new Submitted.Instead(new Result.Invalid(
                    "background work needs a key, and an engine with a ledger that takes up background work"));
        }
        return switch (preparation.prepare(call.withSettings(call.settings().inBackground()))) {
            case Preparation.Prepared.Invalid invalid -> new Submitted.Instead(new Result.Invalid(invalid.message()));
            case Preparation.Prepared.Ready ready -> {
                Operation operation = ready.operation();
                StoredFingerprint fingerprint = work.side()
                        .fingerprints()
                        .of(operation.request(), call.settings().payloadVersion());
                Submitted submitted = new Submission(parts, work.side(), operation, fingerprint).submit();
                workers.wake();
                yield submitted;
            }
        };
    }

    /** Cancels operations. */
    Cancelling cancelling() {
        return new Cancelling(flights, keyed == null ? null : keyed.side().store(), parts);
    }

    /** Looks at an operation. */
    Optional<OperationView> operation(Tenant tenant, OperationId operation) {
        Optional<OperationView> unkeyed = recent.find(tenant, operation);
        KeyedWork work = keyed;
        if (work == null || unkeyed.isPresent()) {
            return unkeyed;
        }
        List<OperationRecord> generations = work.side().store().generations(tenant, operation);
        return generations.isEmpty()
                ? Optional.empty()
                : work.side().store().history(generations.getLast().ref()).map(OperationView::of);
    }

    /** What it looks like now. */
    EngineSnapshot snapshot() {
        return new EngineSnapshot(
                population.operations(),
                population.bytes(),
                population.joiners(),
                limits.limiters().snapshot(),
                limits.circuits(),
                limits.budgets().stream().map(EngineSnapshot.Budget::of).toList(),
                pauses.seen());
    }

    /**
     * Changes where calls go that start from now on.
     *
     * @param routes the new routes
     */
    void reload(Routes routes) {
        preparation.reroute(new RoutingTable(routes, opening::open));
    }

    /**
     * Changes how calls run that start from now on, how many attempts are active, and how long they may last.
     *
     * @param policy the active attempts, and the backoffs and caps; the rest stays
     * @param upstreamStream whether answers are asked for as streams
     */
    void reload(PolicySettings policy, UpstreamStream upstreamStream) {
        limits.retune(policy);
        preparation.retune(policy, upstreamStream);
    }

    /**
     * Stops dispatching, for good.
     *
     * @param why what stopped it, null for a drain
     */
    void park(@Nullable EndReason why) {
        parking.park(why);
        flights.stopAll(Stop.PARKED);
    }

    /**
     * Waits until nothing flies.
     *
     * @param atMost how long
     * @return whether nothing does
     * @throws InterruptedException if the thread is interrupted
     */
    boolean awaitIdle(Duration atMost) throws InterruptedException {
        return flights.awaitLanded(time.deadlineAfter(atMost), time);
    }

    /** Aborts what is in flight. */
    void abortInFlight() {
        parking.park(null);
        flights.stopAll(Stop.ABORTED);
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            park(null);
            if (background != null) {
                background.close();
            }
            if (!awaitIdle(DRAIN)) {
                abortInFlight();
                awaitIdle(LAST_COMMITS);
            }
            List<String> lost = unrecorded.await(time.deadlineAfter(LAST_COMMITS));
            if (!lost.isEmpty()) {
                LOG.log(System.Logger.Level.ERROR, "{0} outcomes could not be recorded and are lost", lost.size());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            listening.close();
            unrecorded.close();
            if (keyedParts != null) {
                keyedParts.claims().close();
            }
            beside.forEach(Rounds::close);
            if (keyed != null) {
                keyed.close();
            }
            transport.close();
        }
    }

    /** What is done beside the calls while the engine is open, in the order in which it ends. */
    private List<Rounds> beside(Ledger ledger, WorkerId worker, SpendBook spending) {
        List<Rounds> all = new ArrayList<>();
        if (ledger.isShared()) {
            all.add(PermitKeeper.start(ledger.permitBlocks(), worker, limits.limiters(), limits::terms, time));
            all.add(TokenKeeper.start(ledger.retryTokens(), worker, limits, time));
        }
        all.add(spending.keep());
        return List.copyOf(all);
    }

    private PendingCall unkeyed(Operation operation) {
        Flight flight = new Flight(null, operation.isBackground());
        Caller leader = leader(flight, operation, new EventDeliveries(operation.subject(), this::tell));
        flights.add(flight);
        flights.fly(flight, null, new UnkeyedJourney(parts, population, recent, operation, flight)::fly);
        return leader;
    }

    /** The caller that a flight is made for; the only one that can read its stream live. */
    private Caller leader(Flight flight, Operation operation, Deliveries deliveries) {
        CallerTerms terms = operation.call().settings().caller();
        boolean hasOwn = terms.answerDeadline() != null || terms.onDeadline() == OnDeadline.CONTINUE;
        Caller leader = new Caller(flight, time, deliveries, new Caller.Waiting(operation.answerBy(), !hasOwn, null));
        switch (operation.call().delivery()) {
            case Delivery.Whole ignored -> {}
            case Delivery.Live live ->
                flight.feed(new LiveFeed(live.output(), operation.request().includeUsage(), time, leader::close));
        }
        return leader;
    }

    private PendingCall keyed(Operation operation, IdempotencyKey key) {
        KeyedParts work = keyedParts;
        if (work == null) {
            return landed(new Result.Invalid("a call with a key needs a ledger, and this engine has none"));
        }
        StoredFingerprint fingerprint = work.ledger()
                .fingerprints()
                .of(operation.request(), operation.call().settings().payloadVersion());
        FlightKey flightKey = new FlightKey(operation.subject().tenant(), key);
        Deliveries deliveries = new LedgerDeliveries(operation, work.ledger().store(), parts);
        Flight mine = new Flight(fingerprint, operation.isBackground());
        Caller leader = leader(mine, operation, deliveries);
        Journey journey = new Journey(work, operation, mine, Drafting.of(fingerprint, parts));
        while (true) {
            Flight present = flights.putIfAbsent(flightKey, mine);
            if (present == null) {
                flights.fly(mine, flightKey, journey::fly);
                return leader;
            }
            FingerprintMatch match = present.compare(work.ledger().fingerprints(), fingerprint, operation.request());
            if (match != FingerprintMatch.SAME) {
                return landed(new Result.KeyConflict(match == FingerprintMatch.DIFFERENT, present.standing()));
            }
            switch (population.join()) {
                case Refused refused -> {
                    return landed(Replies.notAdmitted(refused));
                }
                case Place place -> {
                    Flight boarded =
                            present.join() ? present : present.succession().board(mine);
                    if (mine.equals(boarded)) {
                        Successor successor = new Successor(present, mine);
                        flights.add(mine);
                        flights.fly(
                                mine, flightKey, () -> successor.fly(place, operation.deadline(), time, journey::fly));
                        return leader;
                    }
                    if (boarded != null) {
                        return new Caller(
                                boarded, time, deliveries, Caller.Waiting.joined(operation.answerBy(), place));
                    }
                    place.close();
                }
            }
        }
    }

    private void tell(CallEvent event) {
        CallListener listener = config.listener();
        try {
            listener.on(event);
        } catch (RuntimeException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a listener threw {0}",
                    e.getClass().getName());
        }
    }

    private PendingCall landed(Result result) {
        Flight flight = new Flight(null, true);
        flight.land(new Flight.Outcome.Ended(result));
        return new Caller(flight, time, Deliveries.NONE, Caller.Waiting.forNothing(time));
    }
}

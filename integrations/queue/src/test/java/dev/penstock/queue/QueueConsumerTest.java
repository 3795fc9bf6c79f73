package dev.penstock.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.client.ChatCall;
import dev.penstock.client.RepeatedBy;
import dev.penstock.client.Result;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.testkit.VirtualTime;
import dev.penstock.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Each message on virtual time, in the thread that delivers it. */
class QueueConsumerTest {

    private final VirtualTime virtual = new VirtualTime();
    private final MemoryQueue queue = new MemoryQueue();
    private final ScriptedEngine engine = new ScriptedEngine();
    private final List<QueueEvent> events = new ArrayList<>();
    private final QueueConsumer consumer = start();

    private QueueConsumer start() {
        Time own = virtual.time();
        Time inline = new Time(own.ticker(), own.wall(), virtual, virtual, (name, task) -> task.run());
        return QueueConsumer.start(
                queue,
                engine,
                ConsumerConfig.defaults().withListener(events::add).withTime(inline, new SplittableRandom(1)));
    }

    private List<String> settling() {
        return queue.log.subList(1, queue.log.size());
    }

    private void deliver(Supplier<Result> result) {
        engine.then(result);
        queue.deliver(MemoryQueue.message("k"), false);
    }

    @Test
    void start_takesAsManyAsItWorksOn() {
        assertThat(queue.log).containsExactly("take 32");
    }

    @Test
    @DisplayName("R-OP-5 a message is acknowledged after its outcome is committed and its result is published")
    void answer_isPublishedAndThenAcknowledged() {
        deliver(() -> Results.answered(false));

        assertThat(settling()).containsExactly("publish 200 Confirmed", "acknowledge");
        assertThat(events).containsExactly(new QueueEvent.Acknowledged("", false));
        assertThat(queue.results.getFirst().correlationId()).isEqualTo("c-k");
        assertThat(Results.text(queue.results.getFirst().body())).isEqualTo(Results.ANSWER);
    }

    @Test
    @DisplayName(
            "R-OP-7 a redelivery is a repeat that nobody made on purpose, gets the stored result and is acknowledged")
    void redelivery_isAnsweredFromTheLedger() {
        engine.then(() -> Results.answered(true));
        queue.deliver(MemoryQueue.message("k"), true);

        assertThat(settling()).containsExactly("publish 200 Confirmed", "acknowledge");
        assertThat(events).containsExactly(new QueueEvent.Acknowledged("", true));
        assertThat(repeatedBy()).containsExactly(RepeatedBy.SDK);
    }

    @Test
    @DisplayName("R-OP-5 an answer that is not recorded is not acknowledged until it is")
    void unrecorded_waitsForItsCommit() {
        engine.then(Results::unrecorded).then(Results::unrecorded).then(() -> Results.answered(true));
        queue.deliver(MemoryQueue.message("k"), false);

        assertThat(settling()).containsExactly("publish 200 Confirmed", "acknowledge");
        assertThat(events.subList(0, 2)).allMatch(QueueEvent.Waits.class::isInstance);
        assertThat(repeatedBy()).containsExactly(RepeatedBy.CALLER, RepeatedBy.SDK, RepeatedBy.SDK);
        assertThat(virtual.sleeps()).hasSize(0);
    }

    @Test
    @DisplayName("R-OP-5 an answer that is not recorded when the consumer stops is given back, never acknowledged")
    void unrecorded_atAStop_isGivenBack() {
        virtual.after(1, consumer::stop);
        deliver(Results::unrecorded);

        assertThat(settling()).containsExactly("give back");
        assertThat(queue.isStopped()).isTrue();
    }

    @Test
    void storeAway_isTriedAgainLessAndLessOften_andThenGivenBack() {
        for (int i = 0; i < 100; i++) {
            engine.then(Results::storeAway);
        }
        queue.deliver(MemoryQueue.message("k"), false);

        assertThat(settling()).containsExactly("give back");
        List<Duration> pauses = events.stream()
                .filter(QueueEvent.Waits.class::isInstance)
                .map(event -> ((QueueEvent.Waits) event).pause())
                .toList();
        assertThat(pauses).hasSizeBetween(10, 30);
        assertThat(pauses.getFirst()).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
        assertThat(pauses.getLast()).isBetween(Duration.ofSeconds(15), Duration.ofSeconds(30));
        assertThat(pauses.stream().reduce(Duration.ZERO, Duration::plus)).isLessThanOrEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void notAdmitted_waitsAsLongAsItIsTold() {
        engine.then(Results::busy).then(() -> Results.answered(false));
        queue.deliver(MemoryQueue.message("k"), false);

        assertThat(events.getFirst()).isEqualTo(new QueueEvent.Waits("too much at once", Duration.ofSeconds(7)));
        assertThat(settling()).containsExactly("publish 200 Confirmed", "acknowledge");
    }

    @Test
    @DisplayName("an unknown outcome is an outcome: told and acknowledged, so that no redelivery is needed")
    void unknown_isPublishedAndAcknowledged() {
        deliver(Results::unknown);

        assertThat(settling()).containsExactly("publish 409 Confirmed", "acknowledge");
        assertThat(queue.results.getFirst().headers())
                .containsEntry("x-penstock-code", "outcome_unknown")
                .containsEntry("x-penstock-state", "unknown_outcome");
    }

    @Test
    @DisplayName("what was given up is told and acknowledged once the store knows of it, and not before")
    void givenUp_isPublishedAndAcknowledgedOnceItIsRecorded() {
        deliver(() -> Results.gaveUp(EndReason.ATTEMPTS, 429));
        deliver(() -> Results.gaveUp(EndReason.STOPPED, 401));
        engine.then(Results::gaveUpUnrecorded).then(() -> Results.answered(false));
        queue.deliver(MemoryQueue.message("other"), false);

        assertThat(settling())
                .containsExactly(
                        "publish 429 Confirmed",
                        "acknowledge",
                        "publish 424 Confirmed",
                        "acknowledge",
                        "publish 200 Confirmed",
                        "acknowledge");
    }

    @Test
    @DisplayName("R-OP-3 the same key with another body is rejected, and nothing is overwritten")
    void conflict_isToldAndRejected() {
        deliver(Results::conflict);

        assertThat(settling()).containsExactly("publish 422 Confirmed", "reject");
        assertThat(events)
                .containsExactly(new QueueEvent.Rejected(
                        "k",
                        "idempotency_key_reused",
                        "the key was used with another request; use a new key for a new request"));
    }

    @Test
    void noJson_isToldAndRejected() {
        deliver(() -> new Result.Invalid("the body is not JSON"));

        assertThat(settling()).containsExactly("publish 400 Confirmed", "reject");
    }

    @Test
    void noKey_isRejectedWithoutAsking() {
        QueueMessage keyed = MemoryQueue.message("k");
        queue.deliver(new QueueMessage(keyed.body(), java.util.Map.of(), null, null, null), false);

        assertThat(settling()).containsExactly("publish 400 Confirmed", "reject");
        assertThat(engine.calls).isEmpty();
    }

    @Test
    void resultThatIsNotPublished_isTriedAgain_andNothingIsSettledBefore() {
        engine.then(() -> Results.answered(false)).then(() -> Results.answered(true));
        queue.broker = result ->
                queue.results.isEmpty() ? new Published.Failed("the broker refused it") : new Published.Confirmed();
        queue.deliver(MemoryQueue.message("k"), false);

        assertThat(settling()).containsExactly("publish 200 Failed", "publish 200 Confirmed", "acknowledge");
        assertThat(repeatedBy()).containsExactly(RepeatedBy.CALLER, RepeatedBy.SDK);
    }

    @Test
    void nobodyWaitsForTheResult_acknowledges() {
        queue.broker = result -> new Published.Nowhere();
        deliver(() -> Results.answered(false));

        assertThat(settling()).containsExactly("publish 200 Nowhere", "acknowledge");
    }

    @Test
    void connectionLostMeanwhile_publishesAndSettlesNothing() {
        deliver(() -> {
            queue.loseConnection();
            return Results.answered(false);
        });

        assertThat(settling()).isEmpty();
        assertThat(events).containsExactly(new QueueEvent.Lost());
    }

    @Test
    void underWayElsewhere_isGivenBackAfterAWhile() {
        deliver(Results::elsewhere);

        assertThat(settling()).containsExactly("give back");
        assertThat(virtual.time().ticker().nanos())
                .isEqualTo(Duration.ofSeconds(5).toNanos());
    }

    @Test
    void faultOfOurs_isTriedAgain_andNamesNoContent() {
        engine.then(() -> {
                    throw new IllegalStateException("secret words");
                })
                .then(() -> Results.answered(true));
        queue.deliver(MemoryQueue.message("k"), false);

        assertThat(settling()).containsExactly("publish 200 Confirmed", "acknowledge");
        assertThat(events.toString()).contains("IllegalStateException").doesNotContain("secret words");
    }

    @Test
    void afterAStop_whatStillComesIsGivenBack_andNothingIsAtWork() throws Exception {
        consumer.stop();
        queue.deliver(MemoryQueue.message("late"), false);

        assertThat(settling()).containsExactly("give back");
        assertThat(engine.calls).isEmpty();
        assertThat(consumer.awaitIdle(Duration.ZERO)).isTrue();
    }

    private List<RepeatedBy> repeatedBy() {
        return engine.calls.stream()
                .map(ChatCall::settings)
                .map(settings -> settings.caller().repeatedBy())
                .toList();
    }
}

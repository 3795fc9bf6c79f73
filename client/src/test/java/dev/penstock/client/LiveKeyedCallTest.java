package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.simulator.look.UsagePlace;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import dev.penstock.simulator.script.Span;
import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Ledger;
import dev.penstock.store.OperationHistory;
import dev.penstock.store.OperationRecord;
import dev.penstock.store.OperationWrite.DeliveryKind;
import dev.penstock.store.StoredBody;
import dev.penstock.store.Tenant;
import dev.penstock.store.jdbc.CrashHook;
import dev.penstock.store.jdbc.sqlite.SqliteLedger;
import dev.penstock.store.jdbc.sqlite.SqliteOptions;
import dev.penstock.time.Chance;
import dev.penstock.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Streams under a key, on a real store, judged by readers, ledger and the simulator's log")
class LiveKeyedCallTest {

    private static final FaultScript SIX_DELTAS = FaultScript.builder()
            .always(then ->
                    then.answer(answer -> answer.text("abcdef").deltas(6).usage(UsagePlace.SEPARATE_IF_ASKED)))
            .build();

    @TempDir
    private Path folder;

    private final Collected reader = new Collected();

    @Test
    @DisplayName(
            "R-OP-5 R-STREAM-3 the finish, the usage and [DONE] are given once the outcome is committed, not before")
    void end_waitsForTheCommit() throws Exception {
        AtomicInteger beforeCommit = new AtomicInteger(-1);
        CrashHook watching = point -> {
            if (point == CrashHook.Point.BEFORE_SETTLE_COMMIT) {
                beforeCommit.set(reader.events().size());
                assertThat(reader.stream()).doesNotContain("\"finish_reason\":\"stop\"", "[DONE]");
            }
        };
        try (Ledger ledger = open(watching);
                Bench bench = new Bench(SIX_DELTAS, config -> config.withLedger(ledger))) {
            assertThat(bench.penstock().call(live(reader))).isInstanceOf(Result.Answered.class);

            assertThat(beforeCommit.get())
                    .isPositive()
                    .isLessThan(reader.events().size());
            assertThat(reader.stream()).endsWith("data: [DONE]\n\n");
        }
    }

    @Test
    @DisplayName("R-OP-7 what is stored is byte for byte what the live reader got, and a repeat gets it in either form")
    void stored_asTheReaderGotIt() throws Exception {
        try (Ledger ledger = open();
                Bench bench = new Bench(SIX_DELTAS, config -> config.withLedger(ledger))) {
            bench.penstock().call(live(reader));

            Answer streamed = answer(bench.penstock().call(live(new Collected())));
            assertThat(streamed.contentType()).isEqualTo("text/event-stream");
            assertThat(Streams.text(streamed.events(false))).isEqualTo(reader.stream());
            assertThat(Streams.text(streamed.events(true))).contains("\"choices\":[]");

            Answer plain = answer(bench.penstock().call(Bench.call().withKey("k")));
            assertThat(plain.text()).isEqualTo("abcdef");
            assertThat(plain.finishReasons()).containsExactly("stop");
            assertThat(plain.asJsonText()).contains("\"prompt_tokens\"");
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("R-OP-7 a plain original that is repeated as a stream is replayed as one")
    void plainOriginal_repeatedAsStream() throws Exception {
        try (Ledger ledger = open();
                Bench bench = new Bench(SIX_DELTAS, config -> config.withLedger(ledger))) {
            Answer plain = answer(bench.penstock().call(Bench.call().withKey("k")));
            Result repeated = bench.penstock().call(live(reader));

            assertThat(reader.events()).isEmpty();
            assertThat(answer(repeated).contentType()).isEqualTo("application/json");
            assertThat(new Answer(Streams.json(Streams.text(answer(repeated).events(true)))).asJsonText())
                    .isEqualTo(plain.asJsonText());
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName(
            "R-OP-8 R-CANCEL-2 the reader leaves: the operation finishes, and whoever repeats or joined has the answer")
    void readerLeaves_operationFinishes() throws Exception {
        Collected leaving = new Collected(1);
        FaultScript slow = FaultScript.builder()
                .always(then -> then.answer(answer -> answer.text("abcdef").deltas(6))
                        .pace(pace -> pace.betweenChunks(Span.of(Duration.ofMillis(100)))))
                .build();
        try (Ledger ledger = open();
                Bench bench = new Bench(slow, config -> config.withLedger(ledger));
                PendingCall leader = bench.penstock().start(live(leaving));
                PendingCall joiner = bench.penstock().start(Bench.call().withKey("k"))) {
            assertThat(answer(joiner.await()).text()).isEqualTo("abcdef");
            assertThat(leader.await(Duration.ofSeconds(10))).isPresent();

            assertThat(leaving.events()).hasSize(1);
            assertThat(answer(bench.penstock().call(Bench.call().withKey("k"))).text())
                    .isEqualTo("abcdef");
            assertThat(bench.sends()).isEqualTo(1);
            assertThat(deliveries(ledger))
                    .containsExactlyInAnyOrder(DeliveryKind.LEFT, DeliveryKind.JOINED, DeliveryKind.REPLAYED);
        }
    }

    @Test
    @DisplayName("R-OP-8 a leader that is slow to take its stream's end delays nobody who joined")
    void leaderBlocksAtTheEnd_joinerHasItsResult() throws Exception {
        CountDownLatch joinerServed = new CountDownLatch(1);
        LiveOutput slowAtTheEnd = event -> {
            if (Streams.text(event).contains("\"finish_reason\":\"stop\"")) {
                joinerServed.await();
            }
            return reader.event(event);
        };
        try (Ledger ledger = open();
                Bench bench = new Bench(SIX_DELTAS, config -> config.withLedger(ledger));
                PendingCall leader = bench.penstock().start(live(slowAtTheEnd));
                PendingCall joiner = bench.penstock().start(Bench.call().withKey("k"))) {
            assertThat(joiner.await(Duration.ofSeconds(20)))
                    .hasValueSatisfying(
                            result -> assertThat(answer(result).text()).isEqualTo("abcdef"));
            assertThat(leader.await(Duration.ZERO)).isEmpty();
            joinerServed.countDown();

            assertThat(answer(leader.await()).text()).isEqualTo("abcdef");
            assertThat(reader.stream()).endsWith("data: [DONE]\n\n");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("R-STREAM-3 a cut after output is unknown, its events kept as a partial; a repeat sends nothing")
    void cut_partialIsKept(boolean anything) throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then ->
                        then.answer(answer -> answer.text("abcdef").deltas(6)).cutAfterDeltas(3, How.FIN))
                .build();
        ReplaySetting replay = anything ? ReplaySetting.AFTER_ANYTHING : ReplaySetting.AFTER_REJECTION;
        ChatCall call = live(reader).withSettings(CallSettings.attached().withReplay(replay));
        try (Ledger ledger = open();
                Bench bench = new Bench(script, config -> config.withLedger(ledger))) {
            assertThat(bench.penstock().call(call)).isInstanceOf(Result.UnknownOutcome.class);
            assertThat(bench.penstock().call(call)).isInstanceOf(Result.UnknownOutcome.class);

            assertThat(bench.sends()).isEqualTo(1);
            OperationRecord record = record(ledger);
            assertThat(record.state()).isEqualTo(OperationState.UNKNOWN_OUTCOME);
            StoredBody partial = ledger.operations()
                    .body(record.ref(), StoredBody.Kind.PARTIAL)
                    .orElseThrow();
            assertThat(partial.contentType()).isEqualTo("text/event-stream");
            assertThat(Streams.text(partial.bytes())).isEqualTo(reader.stream());
        }
    }

    @Test
    @DisplayName("R-OP-5 a commit that fails for too long: completed, not recorded, and no finish is given")
    void commitFails_noFinish() throws Exception {
        FullDisk store = new FullDisk();
        try (Ledger ledger = open();
                Bench bench = new Bench(SIX_DELTAS, config -> config.withLedger(store.inFrontOf(ledger)))) {
            CallSettings short2 = CallSettings.attached().withDeadline(Duration.ofSeconds(2));
            Result result = bench.penstock().call(live(reader).withSettings(short2));

            assertThat(result)
                    .isInstanceOfSatisfying(
                            Result.CompletedUnrecorded.class,
                            unrecorded -> assertThat(unrecorded.answer().text()).isEqualTo("abcdef"));
            assertThat(reader.events()).isNotEmpty();
            assertThat(reader.stream()).doesNotContain("\"finish_reason\":\"stop\"", "[DONE]");

            store.mend();
        }
    }

    private static ChatCall live(LiveOutput output) {
        return ChatCall.of(Streams.BODY)
                .withKey("k")
                .withSettings(CallSettings.attached().withDeadline(Duration.ofSeconds(30)))
                .withDelivery(Delivery.live(output));
    }

    private static Answer answer(Result result) {
        assertThat(result).isInstanceOf(Result.Answered.class);
        return ((Result.Answered) result).answer();
    }

    private static List<DeliveryKind> deliveries(Ledger ledger) {
        return ledger.operations().history(record(ledger).ref()).orElseThrow().deliveries().stream()
                .map(OperationHistory.Delivery::kind)
                .toList();
    }

    private Ledger open() {
        return open(CrashHook.NONE);
    }

    private Ledger open(CrashHook hook) {
        return SqliteLedger.open(SqliteOptions.engine(folder.resolve("ledger"), Time.system(), Chance.system())
                .withCrashHook(hook));
    }

    private static OperationRecord record(Ledger ledger) {
        return ledger.operations().find(Tenant.LOCAL, new IdempotencyKey("k")).orElseThrow();
    }
}

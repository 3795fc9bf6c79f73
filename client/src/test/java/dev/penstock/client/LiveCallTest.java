package dev.penstock.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.simulator.log.Outcome;
import dev.penstock.simulator.look.UsagePlace;
import dev.penstock.simulator.script.CutPoint;
import dev.penstock.simulator.script.Ending.How;
import dev.penstock.simulator.script.FaultScript;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A live stream without a key, against the simulator, judged by what its reader got")
class LiveCallTest {

    private final Collected reader = new Collected();

    @Test
    @DisplayName("R-STREAM-3 R-STREAM-6 every event as it comes, the end once it is settled; no usage nobody asked for")
    void stream_isPassedOn() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then ->
                        then.answer(answer -> answer.text("abcdef").deltas(3).usage(UsagePlace.SEPARATE_IF_ASKED)))
                .build();
        try (Bench bench = new Bench(script)) {
            Result result = bench.penstock().call(live(reader));

            assertThat(result).isInstanceOf(Result.Answered.class);
            assertThat(reader.events().getLast()).isEqualTo("data: [DONE]\n\n");
            assertThat(reader.stream()).contains("\"finish_reason\":\"stop\"").doesNotContain("prompt_tokens\":");
            assertThat(new Answer(Streams.json(reader.stream())).text()).isEqualTo("abcdef");
            assertThat(Objects.requireNonNull(reader.begun()).attempts()).isEqualTo(1);
            assertThat(reader.eventsAtEnd()).isEqualTo(reader.events().size() - 2);
            assertThat(Objects.requireNonNull(reader.ended()).usage().completionTokens())
                    .isPresent();
            assertThat(bench.events())
                    .filteredOn(CallEvent.AttemptEnded.class::isInstance)
                    .singleElement()
                    .isInstanceOfSatisfying(CallEvent.AttemptEnded.class, ended -> {
                        assertThat(ended.timings().firstOutput())
                                .isBetween(
                                        ended.timings().responseStarted(),
                                        ended.timings().ended());
                        assertThat(ended.usage().completionTokens()).isPresent();
                    });
        }
    }

    @Test
    @DisplayName("B088 usage that the caller asked for is passed on")
    void usageAskedFor_isPassedOn() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.answer(answer -> answer.usage(UsagePlace.SEPARATE_IF_ASKED)))
                .build();
        try (Bench bench = new Bench(script)) {
            bench.penstock().call(live(reader));
            assertThat(reader.stream()).doesNotContain("\"choices\":[]");

            Collected asking = new Collected();
            String body = Streams.BODY.replace(
                    "\"stream\":true", "\"stream\":true,\"stream_options\":{\"include_usage\":true}");
            bench.penstock().call(ChatCall.of(body).withDelivery(Delivery.live(asking)));
            assertThat(asking.stream()).contains("\"choices\":[]");
        }
    }

    @Test
    @DisplayName("R-STREAM-3 a failure before the first output is tried again, and the reader sees one preamble")
    void failureBeforeOutput_triedAgain() throws Exception {
        FaultScript script = FaultScript.builder()
                .rule("busy", when -> when.first(1), then -> then.status(503))
                .rule("cut", when -> when.first(1), then -> then.cutAfterDeltas(0, How.FIN))
                .build();
        try (Bench bench = new Bench(script)) {
            CallSettings settings = CallSettings.attached().withReplay(ReplaySetting.AFTER_ANYTHING);
            Result result = bench.penstock().call(live(reader).withSettings(settings));

            assertThat(result).isInstanceOf(Result.Answered.class);
            assertThat(bench.sends()).isEqualTo(3);
            assertThat(reader.events())
                    .filteredOn(event -> event.contains("\"role\""))
                    .hasSize(1);
            assertThat(Objects.requireNonNull(reader.begun()).attempts()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource(ReplaySetting.class)
    @DisplayName("R-STREAM-3 once output was given nothing takes its place, under no setting, and no end is made up")
    void cutAfterOutput_endsThere(ReplaySetting replay) throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then ->
                        then.answer(answer -> answer.text("abcdef").deltas(6)).cutAfterDeltas(3, How.FIN))
                .build();
        try (Bench bench = new Bench(script)) {
            CallSettings settings = CallSettings.attached().withReplay(replay);
            Result result = bench.penstock().call(live(reader).withSettings(settings));

            assertThat(result).isInstanceOf(Result.UnknownOutcome.class);
            assertThat(bench.sends()).isEqualTo(1);
            assertThat(reader.stream()).doesNotContain("\"finish_reason\":\"", "[DONE]");
            assertThat(reader.ended()).isNull();
        }
    }

    @Test
    @DisplayName("R-CANCEL-2 a reader that leaves, without a key: the exchange is closed")
    void readerLeaves_exchangeClosed() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then ->
                        then.answer(answer -> answer.text("abcdef").deltas(6)).stall(new CutPoint.AfterDeltas(3)))
                .build();
        Collected leaving = new Collected(1);
        try (Bench bench = new Bench(script)) {
            Result result = bench.penstock().call(live(leaving));

            assertThat(result)
                    .isInstanceOfSatisfying(
                            Result.UnknownOutcome.class,
                            unknown -> assertThat(unknown.why()).isEqualTo(EndReason.CANCELLED));
            assertThat(leaving.events()).hasSize(1);
            assertThat(bench.simulator().awaitFinished(1, Duration.ofSeconds(10)))
                    .isTrue();
            assertThat(bench.simulator().requests().getFirst().outcome()).isEqualTo(Outcome.CLIENT_LEFT);
        }
    }

    @Test
    @DisplayName("R-CANCEL-2 a reader that throws has left; what it threw decides nothing")
    void readerThrows_countsAsLeft() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.stall(new CutPoint.AfterDeltas(1)))
                .build();
        try (Bench bench = new Bench(script)) {
            Result result = bench.penstock().call(live(event -> {
                throw new IllegalStateException("the reader is broken");
            }));

            assertThat(result).isInstanceOf(Result.UnknownOutcome.class);
        }
    }

    @Test
    @DisplayName("R-DEADLINE-6 a reader that blocks is woken by the operation's deadline")
    void readerBlocks_wokenByDeadline() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (Bench bench = new Bench(FaultScript.NONE)) {
            CallSettings settings = CallSettings.attached().withDeadline(Duration.ofSeconds(1));
            Result result = bench.penstock()
                    .call(live(event -> {
                                never.await();
                                return true;
                            })
                            .withSettings(settings));

            assertThat(result).isNotInstanceOf(Result.Answered.class);
        }
    }

    @Test
    @DisplayName("R-CANCEL-2 a reader that blocks is woken when its caller leaves")
    void readerBlocks_wokenByLeaving() throws Exception {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        try (Bench bench = new Bench(FaultScript.NONE)) {
            PendingCall pending = bench.penstock().start(live(event -> {
                blocked.countDown();
                never.await();
                return true;
            }));
            try (pending) {
                blocked.await();
            }

            assertThat(pending.await(Duration.ofSeconds(30))).isPresent();
        }
    }

    @Test
    @DisplayName("R-STREAM-1 a reader that stands still holds its answer back, and loses nothing")
    void heldReader_getsEverything() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.answer(answer -> answer.tokens(20_000).deltas(2_000)))
                .build();
        Collected slow = new Collected();
        CountDownLatch standing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        LiveOutput held = event -> {
            if (slow.events().size() == 500) {
                standing.countDown();
                goOn.await();
            }
            return slow.event(event);
        };
        try (Bench bench = new Bench(script);
                PendingCall pending = bench.penstock().start(live(held))) {
            standing.await();
            assertThat(pending.await(Duration.ofMillis(200))).isEmpty();
            assertThat(slow.events()).hasSize(500);
            goOn.countDown();

            assertThat(pending.await()).isInstanceOf(Result.Answered.class);
            assertThat(slow.events()).hasSizeGreaterThan(2_000);
            assertThat(slow.events().getLast()).isEqualTo("data: [DONE]\n\n");
        }
    }

    @Test
    @DisplayName("R-VALID-1 an answer that the caller's check refuses ends without its finish")
    void checkRefuses_noFinish() throws Exception {
        try (Bench bench = new Bench(FaultScript.NONE)) {
            Result result = bench.penstock()
                    .call(live(reader).withCheck(answer -> new ResultCheck.Judgement.Refused("too short")));

            assertThat(result).isInstanceOf(Result.Unusable.class);
            assertThat(reader.events()).isNotEmpty();
            assertThat(reader.stream()).doesNotContain("\"finish_reason\":\"", "[DONE]");
        }
    }

    @Test
    @DisplayName("B029 an interruption by the provider after output ends the answer and is said so")
    void interruptedAfterOutput_givenUp() throws Exception {
        FaultScript script = FaultScript.builder()
                .always(then -> then.answer(answer -> answer.finish("insufficient_system_resource")))
                .build();
        try (Bench bench = new Bench(script)) {
            CallSettings settings = CallSettings.attached().withReplay(ReplaySetting.AFTER_ANYTHING);
            Result result = bench.penstock().call(live(reader).withSettings(settings));

            assertThat(result)
                    .isInstanceOfSatisfying(
                            Result.GaveUp.class,
                            gaveUp -> assertThat(gaveUp.limit()).isEqualTo(EndReason.INTERRUPTED));
            assertThat(reader.stream()).doesNotContain("insufficient_system_resource", "[DONE]");
            assertThat(bench.sends()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("B032 whole JSON where a stream was asked for is left to the result")
    void wholeJson_isLeftToTheResult() throws Exception {
        try (Bench bench = new Bench(FaultScript.NONE, config -> config.withUpstreamStream(UpstreamStream.NEVER))) {
            Result result = bench.penstock().call(live(reader));

            assertThat(reader.events()).isEmpty();
            assertThat(result).isInstanceOfSatisfying(Result.Answered.class, answered -> {
                assertThat(answered.answer().contentType()).isEqualTo("application/json");
                assertThat(Streams.text(answered.answer().events(false))).endsWith("data: [DONE]\n\n");
            });
        }
    }

    @Test
    @DisplayName("R-DEADLINE-7 what cannot be had together is refused before anything is sent")
    void misuse_isInvalid() throws Exception {
        CallSettings continues = CallSettings.attached().withOnDeadline(OnDeadline.CONTINUE);
        try (Bench bench = new Bench(FaultScript.NONE)) {
            assertThat(bench.penstock().call(live(reader).withSettings(continues)))
                    .isInstanceOf(Result.Invalid.class);
            assertThat(bench.penstock().call(live(reader).withSettings(CallSettings.background())))
                    .isInstanceOf(Result.Invalid.class);
            assertThat(bench.penstock().call(Bench.call().withSettings(continues)))
                    .isInstanceOf(Result.Invalid.class);
            assertThat(bench.penstock()
                            .call(Bench.call()
                                    .withSettings(CallSettings.attached().withDeadline(Duration.ofMillis(50)))))
                    .as("no time for one attempt (R-DEADLINE-3)")
                    .isInstanceOf(Result.Invalid.class);
            assertThat(bench.sends()).isZero();
        }
    }

    private static ChatCall live(LiveOutput output) {
        return ChatCall.of(Streams.BODY)
                .withSettings(CallSettings.attached().withDeadline(Duration.ofSeconds(30)))
                .withDelivery(Delivery.live(output));
    }
}

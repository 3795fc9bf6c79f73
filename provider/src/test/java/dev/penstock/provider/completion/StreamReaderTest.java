package dev.penstock.provider.completion;

import static dev.penstock.provider.completion.Reading.CONTENT;
import static dev.penstock.provider.completion.Reading.DONE;
import static dev.penstock.provider.completion.Reading.STOP;
import static dev.penstock.provider.completion.Reading.USAGE;
import static dev.penstock.provider.completion.Reading.data;
import static dev.penstock.provider.completion.Reading.delta;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.policy.attempt.Completion;
import dev.penstock.provider.completion.Received.Phase;
import dev.penstock.provider.completion.StreamChunk.Kind;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamReaderTest {

    @Test
    void wholeStream_isAssembled() {
        Reading reading = Reading.stream();
        reading.read(": keep-alive\n\n");
        assertThat(reading.last()).isEqualTo(new Received(false, Phase.OPEN));
        reading.read(
                data("{'id':'c1','object':'chat.completion.chunk','created':7,'model':'m','system_fingerprint':'f',"
                        + "'choices':[{'index':0,'delta':{'role':'assistant','content':''}}]}"));
        assertThat(reading.last()).isEqualTo(new Received(false, Phase.OPEN));
        reading.read(CONTENT);
        assertThat(reading.last()).isEqualTo(new Received(true, Phase.OPEN));
        reading.read(STOP);
        assertThat(reading.last()).isEqualTo(new Received(false, Phase.FINISHED));
        reading.read(USAGE).read(DONE);
        assertThat(reading.last()).isEqualTo(new Received(false, Phase.ENDED));

        assertThat(reading.completion()).isEqualTo(new Completion.Whole(List.of("stop"), false, true, false));
        assertThat(reading.reader.answer().flags()).isEmpty();
        assertThat(reading.reader.answer().partial()).isFalse();
        assertThat(reading.reader.answer().id()).contains("c1");
        assertThat(reading.reader.answer().model()).contains("m");
        assertThat(reading.answer()).isEqualTo("""
                {"id":"c1","object":"chat.completion","created":7,"model":"m","system_fingerprint":"f","choices":\
                [{"index":0,"message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}],\
                "usage":{"prompt_tokens":3,"completion_tokens":1}}""");
    }

    @Test
    @DisplayName("R-STREAM-2 the states of a stream are told apart")
    void kinds_everyState() {
        Reading reading = Reading.stream()
                .read(": keep-alive\n\n")
                .read(delta("{'role':'assistant'}"))
                .read(CONTENT)
                .read(delta("{'tool_calls':[{'index':0,'function':{'arguments':'{'}}]}"))
                .read(STOP)
                .read(USAGE)
                .read(DONE);
        assertThat(reading.kinds())
                .containsExactly(Kind.OTHER, Kind.OUTPUT, Kind.OUTPUT, Kind.FINISH, Kind.USAGE, Kind.DONE);
    }

    @ParameterizedTest
    @DisplayName("R-STREAM-1 what is progress and what is only liveness")
    @CsvSource(
            delimiter = '|',
            value = {
                "{'content':'a'} | true",
                "{'reasoning_content':'a'} | true",
                "{'reasoning':'a'} | true",
                "{'refusal':'a'} | true",
                "{'tool_calls':[{'index':0,'function':{'name':'f'}}]} | true",
                "{'tool_calls':[{'index':0,'function':{'arguments':'{'}}]} | true",
                "{'function_call':{'name':'f'}} | true",
                "{'function_call':{'arguments':'{'}} | true",
                "{'content':''} | false",
                "{'content':null} | false",
                "{'role':'assistant'} | false",
                "{'tool_calls':[{'index':0,'id':'x','type':'function','function':{'name':'','arguments':''}}]} | false",
                "{'tool_calls':[]} | false",
                "{} | false"
            })
    void delta_isProgress(String delta, boolean progress) {
        Reading reading = Reading.stream().read(delta(delta));
        assertThat(reading.last().progress()).isEqualTo(progress);
        assertThat(((Completion.Partial) reading.cut().completion()).output()).isEqualTo(progress);
    }

    @Test
    void keepAlivesAndUsage_areNoProgress() {
        Reading reading = Reading.stream().read(": x\n\n").read("\n\n").read(USAGE);
        assertThat(reading.received).extracting(Received::progress).containsOnly(false);
    }

    @Test
    @DisplayName("R-STREAM-3 a broken stream keeps its partial answer, marked")
    void cutStream_keepsThePartialAnswer() {
        Reading reading =
                Reading.stream().read(CONTENT).read(delta("{'content':' yo'}")).cut();
        assertThat(reading.completion()).isEqualTo(new Completion.Partial(true));
        assertThat(reading.reader.answer().partial()).isTrue();
        assertThat(reading.answer()).contains("\"content\":\"hi yo\"").contains("\"finish_reason\":null");
    }

    @Test
    void severalChoices_areKeptApartWhateverTheOrderOfMembers() {
        Reading reading = Reading.stream(2)
                .read(data("{'choices':[{'delta':{'content':'b'},'index':1},{'index':0,'delta':{'content':'a'}}]}"))
                .read(data("{'choices':[{'finish_reason':'stop','delta':{'content':'B'},'index':1}]}"))
                .read(data("{'choices':[{'index':0,'delta':{'content':'A'},'finish_reason':'length'}]}"));
        assertThat(reading.last().phase()).isEqualTo(Phase.FINISHED);
        assertThat(reading.kinds()).containsExactly(Kind.OUTPUT, Kind.OUTPUT, Kind.FINISH);
        assertThat(reading.completion()).isEqualTo(new Completion.Whole(List.of("length", "stop"), false, true, false));
        assertThat(reading.answer()).contains("\"content\":\"aA\"").contains("\"content\":\"bB\"");
    }

    @Test
    void logprobs_areJoined() {
        Reading reading = Reading.stream()
                .read(data("{'choices':[{'index':0,'delta':{'content':'a'},'logprobs':{'content':[{'token':'a'}]}}]}"))
                .read(data("{'choices':[{'index':0,'delta':{'content':'b'},'logprobs':{'content':[{'token':'b'}]}}]}"))
                .read(STOP);
        assertThat(reading.answer()).contains("\"logprobs\":{\"content\":[{\"token\":\"a\"},{\"token\":\"b\"}]}");
    }

    @Test
    void emoji_splitBetweenTwoEscapes_isJoined() {
        Reading reading = Reading.stream()
                .read(delta("{'content':'\\uD83C'}"))
                .read(delta("{'content':'\\uDF0D'}"))
                .read(STOP)
                .read(DONE);
        assertThat(reading.answer()).contains("\uD83C\uDF0D");
    }

    @Test
    void brokenFrame_spoilsAnAnswerThatLooksComplete() {
        Reading reading = Reading.stream()
                .read(CONTENT)
                .read("data: {oops\n\n")
                .read(STOP)
                .read(DONE);
        assertThat(reading.completion()).isEqualTo(new Completion.NotTheProtocol("a frame that is not JSON"));
    }

    @Test
    void refusal_isItsOwnCompletion() {
        Reading reading =
                Reading.stream().read(delta("{'refusal':'no'}")).read(STOP).read(DONE);
        assertThat(reading.completion()).isEqualTo(new Completion.Whole(List.of("stop"), true, true, false));
        assertThat(reading.answer()).contains("\"refusal\":\"no\"");
    }

    @Test
    void streamOverTheCap_isAbortedByUs() {
        ReaderLimits small = new ReaderLimits(1_000, 200, 100, 100);
        Reading reading = Reading.stream(1, small);
        for (int i = 0; i < 5; i++) {
            reading.read(CONTENT);
        }
        assertThat(reading.last().phase()).isEqualTo(Phase.TOO_LARGE);
        assertThat(reading.completion()).isInstanceOf(Completion.NotTheProtocol.class);
    }
}

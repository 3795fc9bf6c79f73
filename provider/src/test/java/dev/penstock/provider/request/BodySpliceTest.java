package dev.penstock.provider.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Design 7: the only edits, each leaving every other byte")
class BodySpliceTest {

    private static final BodyEdits STREAM = BodyEdits.NONE.withStream(true).withUsage();

    private static String sent(ChatRequest request, BodyEdits edits) {
        return new String(request.splice(edits).bytes(), UTF_8).replace('"', '\'');
    }

    @Test
    void noEdit_isTheCallersOwnArray() {
        ChatRequest request = Bodies.with("'stream':true,'stream_options':{'include_usage':false}");
        SentBody sent =
                request.splice(BodyEdits.NONE.withModel("m").withStream(true).withUsage());
        assertThat(sent.bytes()).isSameAs(request.body());
        assertThat(sent.edits()).isEmpty();
        assertThat(sent.usageAsked()).isFalse();
    }

    @Test
    void everyEdit_leavesEveryOtherByte() {
        ChatRequest request = Bodies.valid(" {  'a' : 1.0 ,\r\n'model' : 'al\\u0069as' , 'messages':[ {} ]} ");
        SentBody sent = request.splice(STREAM.withModel("m\"1"));
        assertThat(new String(sent.bytes(), UTF_8).replace('"', '\''))
                .isEqualTo(" {'stream':true,'stream_options':{'include_usage':true},  'a' : 1.0 ,\r\n"
                        + "'model' : 'm\\'1' , 'messages':[ {} ]} ");
        assertThat(sent.edits()).isEqualTo(Set.of(Edit.MODEL, Edit.STREAM, Edit.STREAM_OPTIONS));
        assertThat(sent.asked()).isEqualTo(new Asked(true, 1));
        assertThat(sent.usageAsked()).isTrue();
    }

    @ParameterizedTest
    @DisplayName("B088 usage is asked for unless the caller decided")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'stream':false | 'stream':true | true",
                "'stream':null | 'stream':true | true",
                "'stream':true,'stream_options':null | 'stream':true,'stream_options':{'include_usage':true} | true",
                "'stream':true,'stream_options':{} | 'stream':true,'stream_options':{'include_usage':true} | true",
                "'stream':true,'stream_options':{ } | 'stream':true,'stream_options':{'include_usage':true } | true",
                "'stream':true,'stream_options':{'x':1} | 'stream':true,'stream_options':{'include_usage':true,'x':1} | true",
                "'stream':true,'stream_options':{'include_usage':true} | 'stream':true,'stream_options':{'include_usage':true} | true",
                "'stream':true,'stream_options':{'include_usage':false} | 'stream':true,'stream_options':{'include_usage':false} | false"
            })
    void streaming_asksForUsage(String given, String expected, boolean asked) {
        ChatRequest request = Bodies.with(given);
        assertThat(sent(request, STREAM)).endsWith(expected + "}");
        assertThat(request.splice(STREAM).usageAsked()).isEqualTo(asked);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'stream':true | 'stream':false",
                "'stream':true,'stream_options':{'include_usage':true} | 'stream':false,'stream_options':null",
                "'stream_options':{'include_usage':true},'stream':true | 'stream_options':null,'stream':false"
            })
    void notStreaming_takesTheStreamsOptionsBack(String given, String expected) {
        assertThat(sent(Bodies.with(given), BodyEdits.NONE.withStream(false).withUsage()))
                .endsWith(expected + "}");
    }

    @Test
    void callersOwnMistake_isLeftToTheProvider() {
        ChatRequest request = Bodies.with("'stream_options':{'include_usage':true}");
        assertThat(request.splice(BodyEdits.NONE).edits()).isEmpty();
    }

    @Test
    void modelWithAnyCharacters_isReplacedExactly() {
        ChatRequest request = Bodies.valid("{'messages':[{'model':'x'}],'model':'a\\\\\\u0022}🌍'  }");
        assertThat(request.model()).isEqualTo("a\\\"}🌍");
        assertThat(sent(request, BodyEdits.NONE.withModel("b")))
                .isEqualTo("{'messages':[{'model':'x'}],'model':'b'  }");
    }
}

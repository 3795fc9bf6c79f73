package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.netty.NettyTransport;
import dev.penstock.time.Time;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("R-PRIVACY-1 a fresh process says nothing but what it was asked for")
@Timeout(120)
class StartUpTest {

    @Test
    void callsOfEveryFate_leaveTheErrorStreamEmptyAndTheProcessEnds() throws Exception {
        Process child = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName()))
                .start();

        assertThat(text(child.getInputStream())).contains("answer ok", "failed ");
        assertThat(text(child.getErrorStream())).isEmpty();
        assertThat(child.waitFor()).isZero();
    }

    private static String text(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    /** One good call, one that is reset, one to nowhere; then it ends without being told to. */
    static final class Child {

        private Child() {}

        public static void main(String[] arguments) throws Exception {
            Origin nobody;
            try (RawPeer gone = RawPeer.answering("")) {
                nobody = gone.origin();
            }
            try (RawPeer good = RawPeer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                    RawPeer bad = RawPeer.playing(RawPeer.Visit::reset)) {
                long start = Time.system().ticker().nanos();
                Transport transport = new NettyTransport(TransportConfig.defaults(), Time.system());
                long started = Time.system().ticker().nanos();
                String body = call(transport, good.origin()).body();
                long answered = Time.system().ticker().nanos();
                System.out.println("answer " + body);
                System.out.println(
                        "failed " + call(transport, bad.origin()).exchange().ending());
                System.out.println(
                        "failed " + call(transport, nobody).exchange().ending());
                System.out.printf(
                        "started in %d ms, answered in %d ms%n",
                        (started - start) / 1_000_000, (answered - started) / 1_000_000);
            }
        }

        private static Exchanges.Result call(Transport transport, Origin origin) throws InterruptedException {
            return Exchanges.run(transport, Exchanges.post(origin, "{}"), Exchanges.ample());
        }
    }
}

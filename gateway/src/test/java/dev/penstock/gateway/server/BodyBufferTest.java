package dev.penstock.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.gateway.server.BodyBuffer.Taken;
import dev.penstock.store.Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Bodies are bounded each and together, and cost what came, not what was announced")
class BodyBufferTest {

    private final BodyRoom room = new BodyRoom(10);

    @Test
    void parts_joined() {
        BodyBuffer body = new BodyBuffer(10, room);

        assertThat(body.take(bytes(1, 2, 3))).isEqualTo(Taken.TAKEN);
        assertThat(body.take(bytes())).isEqualTo(Taken.TAKEN);
        assertThat(body.take(bytes(4))).isEqualTo(Taken.TAKEN);

        assertThat(body.toBytes()).isEqualTo(Bytes.wrap(new byte[] {1, 2, 3, 4}));
    }

    @Test
    void body_longerThanAllowed_tooLarge() {
        BodyBuffer body = new BodyBuffer(3, room);
        body.take(bytes(1, 2));

        assertThat(body.take(bytes(3, 4))).isEqualTo(Taken.TOO_LARGE);
    }

    @Test
    void bodies_fullTogether_noRoomUntilOneIsClosed() {
        BodyBuffer first = new BodyBuffer(8, room);
        BodyBuffer second = new BodyBuffer(8, room);
        first.take(bytes(1, 2, 3, 4, 5, 6, 7, 8));

        assertThat(second.take(bytes(1, 2, 3))).isEqualTo(Taken.NO_ROOM);
        first.close();
        first.close();
        assertThat(second.take(bytes(1, 2, 3))).isEqualTo(Taken.TAKEN);
        assertThat(room.take(8)).as("closing twice gives the room back once").isFalse();
        assertThat(room.take(7)).isTrue();
    }

    private static ByteBuf bytes(int... values) {
        ByteBuf buffer = Unpooled.buffer();
        for (int value : values) {
            buffer.writeByte(value);
        }
        return buffer;
    }
}

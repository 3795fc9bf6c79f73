package dev.penstock.it.library;

import dev.penstock.client.ChatCall;
import dev.penstock.client.Delivery;
import dev.penstock.client.LiveOutput;
import dev.penstock.client.OperationInfo;
import dev.penstock.it.support.Chat;
import dev.penstock.store.Bytes;

/** Where a caller's own code may fail while it is called by the engine. */
enum ThrowingHandler {
    /** At the first event of a stream that goes on for long. */
    FIRST_EVENT {
        @Override
        ChatCall call() {
            return live(event -> {
                throw new HandlerFault();
            });
        }
    },
    /** In the middle of it. */
    LATER_EVENT {
        @Override
        ChatCall call() {
            return live(new LiveOutput() {
                private int seen;

                @Override
                public boolean event(Bytes event) {
                    if (++seen == 5) {
                        throw new HandlerFault();
                    }
                    return true;
                }
            });
        }
    },
    /** Before the first event. */
    BEGINNING {
        @Override
        ChatCall call() {
            return live(new LiveOutput() {
                @Override
                public boolean event(Bytes event) {
                    return true;
                }

                @Override
                public void begin(OperationInfo operation) {
                    throw new HandlerFault();
                }
            });
        }
    },
    /** When the answer is complete. */
    ENDING {
        @Override
        ChatCall call() {
            return ChatCall.of(Chat.of("a short one").streamed(true).body())
                    .withDelivery(Delivery.live(new LiveOutput() {
                        @Override
                        public boolean event(Bytes event) {
                            return true;
                        }

                        @Override
                        public void end(OperationInfo operation) {
                            throw new HandlerFault();
                        }
                    }));
        }
    },
    /** When it judges the answer. */
    CHECK {
        @Override
        ChatCall call() {
            return ChatCall.of(Chat.of("a short one").body()).withCheck(answer -> {
                throw new HandlerFault();
            });
        }
    };

    /** A call whose handler throws there. */
    abstract ChatCall call();

    private static ChatCall live(LiveOutput output) {
        return ChatCall.of(Chat.of("a long one").streamed(true).body()).withDelivery(Delivery.live(output));
    }

    /** What the handlers throw. */
    static final class HandlerFault extends RuntimeException {
        private static final long serialVersionUID = 1;

        HandlerFault() {
            super("a handler's own fault");
        }
    }
}

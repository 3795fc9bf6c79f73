package dev.penstock.queue;

import dev.penstock.client.ChatCall;
import dev.penstock.client.PendingCall;
import dev.penstock.client.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Gives each call the next of its results. For one thread. */
final class ScriptedEngine implements Function<ChatCall, PendingCall> {

    final List<ChatCall> calls = new ArrayList<>();
    private final List<Supplier<Result>> script = new ArrayList<>();

    ScriptedEngine then(Supplier<Result> result) {
        script.add(result);
        return this;
    }

    @Override
    public PendingCall apply(ChatCall call) {
        calls.add(call);
        Result result = script.removeFirst().get();
        return new PendingCall() {
            @Override
            public Result await() {
                return result;
            }

            @Override
            public Optional<Result> await(Duration atMost) {
                return Optional.of(result);
            }

            @Override
            public void cancel() {}

            @Override
            public void close() {}
        };
    }
}

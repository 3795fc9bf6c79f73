package dev.penstock.it.gateway.kill;

import dev.penstock.it.gateway.kill.KeyedCaller.Asked;
import dev.penstock.it.gateway.kill.KeyedCaller.End;
import dev.penstock.it.support.ChatSocket;
import dev.penstock.it.support.GatewayProcess;
import dev.penstock.it.support.LedgerView;
import dev.penstock.it.support.LedgerView.Attempt;
import dev.penstock.it.support.LedgerView.Generation;
import dev.penstock.it.support.RequestLog;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.Said;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The rules that hold whenever the gateway was killed; each breach becomes a sentence. */
final class KillJudge {

    private static final int REFUSED = 429;

    private final List<Asked> asked;
    private final List<String> violations = new ArrayList<>();
    private long sends;
    private long rejections;

    KillJudge(List<Asked> asked) {
        this.asked = asked;
        asked.stream()
                .filter(one -> one.end() == End.WRONG)
                .forEach(one -> violations.add(one.key() + " was told " + one.text()));
    }

    /** After the last kill every key that has an end is asked for once more: it is told the same. */
    void repeatsAreReplayed(GatewayProcess gateway) throws IOException {
        for (Asked one : asked) {
            if (one.end() == End.ANSWERED) {
                Said again = ChatSocket.ask(gateway, one.chat().streamed(!one.chat().stream()));
                isTrue(again.isAnswer() && again.text().equals(one.text()), one.key() + " has two answers");
            } else if (one.end() == End.UNKNOWN) {
                Said again = ChatSocket.ask(gateway, one.chat());
                isTrue(again.code().equals("outcome_unknown"), one.key() + " was unknown, and then " + again.body());
            }
        }
    }

    /** What the ledger and the provider's log say in the end. */
    void settled(LedgerView ledger, RequestLog log) {
        settled(ledger.newest(), ledger.attempts(), log.readByContent());
    }

    /**
     * The same.
     *
     * @param newest each key's newest generation
     * @param every every attempt in the ledger
     * @param read what the provider has read, by the digest of its content
     */
    void settled(Map<String, Generation> newest, List<Attempt> every, Map<String, List<Request>> read) {
        Map<String, List<Attempt>> attempts = every.stream().collect(Collectors.groupingBy(Attempt::line));
        for (Asked one : asked) {
            List<Request> requests = read.getOrDefault(one.chat().digest(), List.of());
            Generation generation = newest.get(one.key());
            ends(one, generation);
            sentOnce(one, requests, attempts.getOrDefault(one.key(), List.of()));
            if (one.end() == End.LEFT_ALONE) {
                isTrue(
                        requests.stream().allMatch(request -> request.epochMs() < one.sentBefore()),
                        one.key() + " was sent although its caller had not come back");
            }
            sends += requests.size();
            rejections += requests.stream()
                    .filter(request -> request.status() == REFUSED)
                    .count();
        }
    }

    private void ends(Asked one, Generation generation) {
        boolean held = switch (one.end()) {
            case ANSWERED -> generation.state().equals("succeeded") && generation.number() == 1;
            case UNKNOWN -> generation.state().equals("unknown_outcome") && generation.number() == 1;
            case LEFT_ALONE -> generation == null || generation.settledAt() >= 0;
            case WRONG -> true;
        };
        isTrue(held, one.key() + " ended for its caller as " + one.end() + ", in the ledger as " + generation);
    }

    private void sentOnce(Asked one, List<Request> requests, List<Attempt> attempts) {
        long refused = attempts.stream()
                .filter(attempt -> attempt.ended() && attempt.status() == REFUSED)
                .count();
        isTrue(
                requests.size() <= 1 + refused,
                one.key() + " was sent " + requests.size() + " times, with " + refused + " refusals in the ledger");
        isTrue(
                requests.size() <= attempts.size(),
                one.key() + " was sent " + requests.size() + " times, with " + attempts.size() + " intents");
        for (int i = 0; i < requests.size() - 1; i++) {
            isTrue(requests.get(i).status() == REFUSED, one.key() + " was sent again after " + requests.get(i));
        }
    }

    KillFindings findings(KillPlan plan) {
        return new KillFindings(
                plan,
                asked.size(),
                count(End.ANSWERED),
                count(End.UNKNOWN),
                count(End.LEFT_ALONE),
                sends,
                rejections,
                List.copyOf(violations));
    }

    private long count(End end) {
        return asked.stream().filter(one -> one.end() == end).count();
    }

    private void isTrue(boolean condition, String breach) {
        if (!condition) {
            violations.add(breach);
        }
    }
}

package dev.penstock.it.gateway.cut;

import dev.penstock.it.gateway.cut.CutDrill.Told;
import dev.penstock.it.support.RequestLog.Request;
import dev.penstock.it.support.Said;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a caller may be told of a stream that was cut, by what was complete after so many bytes. */
final class CutJudge {

    private final List<Recording> whole;
    private final int step;

    /**
     * A judge.
     *
     * @param whole the whole stream, one recording for each length of a request's number
     * @param step bytes between one cut and the next
     */
    CutJudge(List<Recording> whole, int step) {
        this.whole = whole;
        this.step = step;
    }

    /** Each breach as a sentence; none if every caller was told the truth and every cut was sent once. */
    List<String> violations(List<Told> told, Map<String, List<Request>> sends) {
        List<String> violations = new ArrayList<>();
        for (Told one : told) {
            List<Request> sent = sends.getOrDefault(one.cut().chat(step).digest(), List.of());
            if (sent.size() == 1) {
                int digits = Long.toString(sent.getFirst().id()).length();
                breach(whole.get(digits - 1), one)
                        .forEach(breach -> violations.add(one.cut() + ": " + breach + "\n" + one.said()));
            } else {
                violations.add(one.cut() + " was sent " + sent.size() + " times");
            }
        }
        return violations;
    }

    private static List<String> breach(Recording whole, Told one) {
        List<String> breaches = new ArrayList<>();
        Said said = one.said();
        int at = one.cut().at();
        boolean finished = whole.isFinishedAfter(at);
        if (said.isAnswer() && !(finished && said.text().equals(whole.textAfter(whole.size())))) {
            breaches.add("an answer that is not complete");
        }
        if (!said.finish().isEmpty() && !finished) {
            breaches.add("an invented finish");
        }
        if (!said.isAnswer() && (said.code().isEmpty() || said.isDone())) {
            breaches.add("neither an error nor an answer");
        }
        if (!whole.textAfter(at).startsWith(said.text())) {
            breaches.add("a text that the provider did not send");
        }
        return breaches;
    }
}

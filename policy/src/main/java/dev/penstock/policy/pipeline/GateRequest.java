package dev.penstock.policy.pipeline;

import dev.penstock.policy.admission.LimiterKey;
import dev.penstock.policy.admission.PermitRequest;
import dev.penstock.time.Deadline;

/**
 * Who wants to launch an attempt.
 *
 * @param key whose permit it needs
 * @param permit how it asks for one; its lane says whether it is a retry, which takes a token
 * @param deadline the operation's deadline
 */
public record GateRequest(LimiterKey key, PermitRequest permit, Deadline deadline) {}

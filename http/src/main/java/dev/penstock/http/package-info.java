/**
 * The transport of one attempt (design 7). It carries bytes and delivers evidence; it never decides, never retries,
 * never follows a redirect.
 *
 * <pre>{@code
 * try (Exchange exchange = transport.open(request, limits)) {
 *     exchange.connect();                                  // optional: a connection before the intent is committed
 *     Optional<ResponseHead> head = exchange.send(guard);  // guard: asked directly before the first byte
 *     if (head.isPresent()) {
 *         for (byte[] part = exchange.read(); part != null; part = exchange.read()) {
 *             ...                                          // exchange.progress() for every piece of output
 *         }                                                // exchange.complete() at the protocol's own end
 *     }
 *     judge(exchange.evidence(), exchange.ending(), exchange.framing());
 * }
 * }</pre>
 *
 * <p>{@code connect}, {@code send} and {@code read} block and belong to one thread, best a virtual one. {@code abort}
 * may come from any thread, in any phase: it closes the connection and wakes whoever is blocked. Every limit that can
 * end an exchange is in {@link dev.penstock.http.ExchangeLimits}, and the {@link
 * dev.penstock.policy.attempt.Ending} names the one that did.
 */
package dev.penstock.http;

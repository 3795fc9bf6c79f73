/**
 * The public API, and behind it, package-private, the engine that runs operations.
 *
 * <p>Public: {@link dev.penstock.client.Penstock} with its configuration ({@code PenstockConfig}, {@code Routes},
 * {@code PolicySettings}, {@code BackgroundSettings}), what is asked for ({@code ChatCall}, {@code CallSettings},
 * {@code ResultCheck}), what comes of it ({@code Result}, {@code Submitted}, {@code Answer}, {@code Checks}, {@code
 * OperationInfo}) and what is heard of it ({@code CallEvent}).
 *
 * <p>Inside, from the key to the wire: {@code Preparation} finds an operation's targets in the {@code RoutingTable};
 * {@code Engine} starts a {@code Flight} for each operation, {@code BackgroundWork} for what is due in the ledger; its
 * {@code Journey} looks the key up and decides by {@code Repeat}; {@code OperationRun} is the loop, {@code Planning} says
 * where the next attempt goes; {@code AttemptMaker} makes one attempt with {@code Journal}, {@code Sender} and {@code
 * Acceptor}; {@code Endings} commits and {@code Replies} tells.
 */
package dev.penstock.client;

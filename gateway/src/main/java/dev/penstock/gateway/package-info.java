/**
 * The gateway: {@link dev.penstock.gateway.Gateway} joins the engine with the HTTP servers in front of it.
 *
 * <p>Inside: {@code gateway.api} is the contract of the API as pure data and decisions; {@code gateway.chat} carries one
 * chat call between a connection and the engine; {@code gateway.server} is HTTP, and knows nothing of calls.
 */
package dev.penstock.gateway;

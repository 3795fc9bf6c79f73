package dev.penstock.gateway.chat;

import dev.penstock.client.Penstock;
import dev.penstock.gateway.api.Tenants;
import dev.penstock.time.Time;
import java.util.function.Supplier;

/**
 * What the chat endpoint needs.
 *
 * @param engine what runs the calls
 * @param tenants who may call
 * @param settings how calls are answered; asked for each call
 * @param time time
 */
public record ChatParts(Penstock engine, Tenants tenants, Supplier<ChatSettings> settings, Time time) {}

package dev.penstock.gateway.chat;

import dev.penstock.client.Penstock;
import dev.penstock.gateway.api.Tenants;
import dev.penstock.time.Time;

/**
 * What the chat endpoint needs.
 *
 * @param engine what runs the calls
 * @param tenants who may call
 * @param settings how calls are answered
 * @param time time
 */
public record ChatParts(Penstock engine, Tenants tenants, ChatSettings settings, Time time) {}

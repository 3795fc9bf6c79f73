package dev.penstock.client;

import dev.penstock.store.IdempotencyKey;
import dev.penstock.store.Tenant;

/** Under which name an operation flies in this process. */
record FlightKey(Tenant tenant, IdempotencyKey key) {}

package dev.penstock.gateway.operations;

import dev.penstock.gateway.api.TenantGrant;
import dev.penstock.gateway.api.Tenants;
import dev.penstock.gateway.server.Door;
import dev.penstock.gateway.server.Reply;
import dev.penstock.gateway.server.Request;
import dev.penstock.store.StoreException;

/** Lets tenants in, and answers what goes wrong with a problem. */
record TenantDoor(Tenants tenants) {

    /** What answers a tenant. */
    @FunctionalInterface
    interface Act {
        Reply answer(Request request, TenantGrant grant) throws Refused, InterruptedException;
    }

    Door to(Act act) {
        return head -> {
            TenantGrant grant = tenants.find(head.headers().bearer()).orElse(null);
            return grant == null
                    ? new Door.Closed(new Refused(401, "invalid_api_key", "no valid API key")
                            .reply()
                            .with("www-authenticate", "Bearer"))
                    : new Door.Open(request -> answer(act, request, grant));
        };
    }

    private static Reply answer(Act act, Request request, TenantGrant grant) throws InterruptedException {
        try {
            return act.answer(request, grant);
        } catch (Refused refused) {
            return refused.reply();
        } catch (StoreException e) {
            return new Refused(503, "store_unavailable", "the store does not answer; try again later")
                    .reply()
                    .with("retry-after", "1");
        }
    }
}

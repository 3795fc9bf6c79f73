package dev.penstock.gateway.operations;

import dev.penstock.gateway.api.ApiError;
import dev.penstock.gateway.server.Problem;
import dev.penstock.gateway.server.Reply;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A request that is answered with a problem. */
final class Refused extends Exception {

    private static final long serialVersionUID = 1;

    private final ApiError error;

    Refused(int status, String code, String detail) {
        this(ApiError.of(status, code, detail));
    }

    private Refused(ApiError error) {
        super(error.code(), null, false, false);
        this.error = error;
    }

    static Refused of(ApiError error) {
        return new Refused(error);
    }

    /** Another tenant's operation is the same as none (R-TENANT-1). */
    static Refused notFound() {
        return new Refused(404, "operation_not_found", "there is no such operation");
    }

    static Refused invalid(String detail) {
        return new Refused(400, "invalid_request", detail);
    }

    /** A problem document with OpenAI's envelope as its member {@code error}: an OpenAI client reads it too. */
    Reply reply() {
        ObjectNode problem = Problem.document(error.status(), error.code(), error.message());
        problem.setAll((ObjectNode) JsonMapper.shared().readTree(error.toJson()));
        return Problem.of(problem);
    }
}

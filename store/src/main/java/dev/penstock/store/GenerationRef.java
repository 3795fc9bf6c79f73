package dev.penstock.store;

/**
 * One generation of one operation.
 *
 * @param tenant whose it is
 * @param operation the operation
 * @param generation counted from 1; a new one only by an explicit act (R-OP-10)
 */
public record GenerationRef(Tenant tenant, OperationId operation, int generation) {

    /** Checks the number. */
    public GenerationRef {
        if (generation < 1) {
            throw new IllegalArgumentException("generations are counted from 1");
        }
    }
}

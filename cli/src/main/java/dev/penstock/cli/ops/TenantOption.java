package dev.penstock.cli.ops;

import dev.penstock.store.Ledger;
import dev.penstock.store.Tenant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Whose operations are meant: those of the command line, or those of one of a gateway's tenants. */
final class TenantOption {

    @Option(
            names = "--tenant",
            paramLabel = "NAME",
            defaultValue = "local",
            converter = Converter.class,
            description = "Whose operations: those of runs and of the gateway's own key are local's. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Tenant tenant = Tenant.LOCAL;

    Tenant tenant() {
        return tenant;
    }

    /** The tenant's operations in a ledger. */
    Subjects in(Ledger ledger) {
        return new Subjects(ledger, tenant);
    }

    /** Reads a tenant's name. */
    static final class Converter implements ITypeConverter<Tenant> {
        /** For picocli. */
        Converter() {}

        @Override
        public Tenant convert(String value) {
            try {
                return new Tenant(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("'" + value + "' is not a tenant's name; " + e.getMessage());
            }
        }
    }
}

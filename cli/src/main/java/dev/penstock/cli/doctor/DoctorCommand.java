package dev.penstock.cli.doctor;

import dev.penstock.cli.config.ConfigOption;
import dev.penstock.cli.doctor.Finding.Level;
import dev.penstock.cli.ledger.StorePlace;
import dev.penstock.cli.provider.ProviderOptions;
import dev.penstock.cli.terminal.ExitCode;
import dev.penstock.cli.terminal.JsonLine;
import dev.penstock.cli.terminal.Refusal;
import dev.penstock.cli.terminal.Surroundings;
import dev.penstock.provider.config.ConfigurationException;
import dev.penstock.provider.profile.ProviderProfile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Looks whether a run would work here, without sending anything that costs. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = {
            "Look whether a run would work here: settings, Java, store, disk, clock, provider facts, reachability.",
            "Nothing is sent that costs: the provider is only connected to. Exit code 0 if all is well or only worth a"
                    + " look, 2 if a run would not work."
        })
public final class DoctorCommand implements Callable<Integer> {

    private final Surroundings around;

    @Mixin
    private final ProviderOptions provider = new ProviderOptions();

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Option(
            names = "--store",
            paramLabel = "STORE",
            description =
                    "The store to look at, or where one would be made: a file, or postgresql://USER@HOST/DATABASE."
                            + " Default: a new one in this directory.")
    private @Nullable String store;

    @Option(
            names = "--gateway",
            paramLabel = "FILE",
            description = "The gateway's configuration file, looked at in place of a provider from the options.")
    private @Nullable Path gateway;

    @Option(names = "--json", description = "One JSON object for each finding.")
    private boolean json;

    /**
     * Makes the command.
     *
     * @param around where it runs
     */
    public DoctorCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok("java", Runtime.version() + " (21 or newer is needed)"));
        Path configFile = config.file();
        findings.add(
                configFile == null
                        ? Finding.ok("configuration", "no file, options alone")
                        : Finding.ok("configuration", configFile + " can be read; every key is known"));
        findings.addAll(gateway == null ? ofProvider() : new GatewayChecks(around, gateway).all());
        findings.addAll(ofStore());
        findings.forEach(this::tell);
        around.out().flush();
        return findings.stream().anyMatch(finding -> finding.level() == Level.FAIL)
                ? ExitCode.REFUSED.value()
                : ExitCode.DONE.value();
    }

    private List<Finding> ofStore() {
        StorePlace place =
                store == null ? new StorePlace.InFile(Path.of("doctor.penstock")) : StorePlace.of(store, around);
        return switch (place) {
            case StorePlace.InFile inFile -> ofFile(inFile.file().toAbsolutePath());
            case StorePlace.InDatabase inDatabase -> new DatabaseChecks(around, inDatabase).all();
        };
    }

    private List<Finding> ofFile(Path file) {
        List<Finding> findings = new ArrayList<>(new StoreChecks(around, file).all());
        findings.addAll(new DiskChecks(around, file).all());
        return findings;
    }

    private List<Finding> ofProvider() throws InterruptedException {
        try {
            ProviderProfile profile = provider.profile();
            return new ProviderChecks(around, provider, profile).all();
        } catch (Refusal | ConfigurationException e) {
            return List.of(Finding.fail("provider", String.valueOf(e.getMessage())));
        }
    }

    private void tell(Finding finding) {
        String level = finding.level().name().toLowerCase(Locale.ROOT);
        if (json) {
            around.out().println(JsonLine.of(writer -> {
                writer.writeStringProperty("level", level);
                writer.writeStringProperty("subject", finding.subject());
                writer.writeStringProperty("message", finding.message());
            }));
        } else {
            around.tell(String.format(Locale.ROOT, "%-4s  %-14s %s", level, finding.subject(), finding.message()));
        }
    }
}

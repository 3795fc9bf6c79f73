package dev.penstock.store.jdbc.ledger;

import dev.penstock.policy.admission.Priority;
import dev.penstock.policy.attempt.AttemptCategory;
import dev.penstock.policy.attempt.DeliveryStage;
import dev.penstock.policy.attempt.EndReason;
import dev.penstock.policy.attempt.OperationState;
import dev.penstock.policy.attempt.Proof;
import dev.penstock.policy.attempt.ReplaySetting;
import dev.penstock.store.AttemptIntent;
import dev.penstock.store.OperationMode;
import dev.penstock.store.OperationWrite;
import dev.penstock.store.StoreException;
import dev.penstock.store.StoredBody;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** How constants stand in columns: lower case with underscores, readable in any SQL shell. */
final class EnumColumn<E extends Enum<E>> {

    static final EnumColumn<OperationState> STATE = new EnumColumn<>(OperationState.class);
    static final EnumColumn<EndReason> REASON = new EnumColumn<>(EndReason.class);
    static final EnumColumn<OperationMode> MODE = new EnumColumn<>(OperationMode.class);
    static final EnumColumn<ReplaySetting> REPLAY = new EnumColumn<>(ReplaySetting.class);
    static final EnumColumn<Priority> PRIORITY = new EnumColumn<>(Priority.class);
    static final EnumColumn<AttemptCategory> CATEGORY = new EnumColumn<>(AttemptCategory.class);
    static final EnumColumn<AttemptIntent.Kind> INTENT_KIND = new EnumColumn<>(AttemptIntent.Kind.class);
    static final EnumColumn<DeliveryStage> STAGE = new EnumColumn<>(DeliveryStage.class);
    static final EnumColumn<Proof> PROOF = new EnumColumn<>(Proof.class);
    static final EnumColumn<StoredBody.Kind> BODY = new EnumColumn<>(StoredBody.Kind.class);
    static final EnumColumn<OperationWrite.DeliveryKind> DELIVERY = new EnumColumn<>(OperationWrite.DeliveryKind.class);

    private final Class<E> type;
    private final Map<E, String> texts;
    private final Map<String, E> constants = new HashMap<>();

    private EnumColumn(Class<E> type) {
        this.type = type;
        texts = new EnumMap<>(type);
        for (E constant : type.getEnumConstants()) {
            String text = constant.name().toLowerCase(Locale.ROOT);
            texts.put(constant, text);
            constants.put(text, constant);
        }
    }

    String text(E constant) {
        return Objects.requireNonNull(texts.get(constant));
    }

    E read(String text) {
        E constant = constants.get(text);
        if (constant == null) {
            throw new StoreException(
                    StoreException.Kind.CORRUPT,
                    "a record holds \"" + text + "\", which is no " + type.getSimpleName() + " known here",
                    null);
        }
        return constant;
    }
}

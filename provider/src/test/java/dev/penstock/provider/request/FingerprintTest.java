package dev.penstock.provider.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("R-OP-4 the fingerprint is a keyed digest over canonical stable fields")
class FingerprintTest {

    private static final FingerprintKey KEY = key(1, 7);
    private static final Fingerprint BASE = of("");

    private static FingerprintKey key(int version, int fill) {
        byte[] secret = new byte[32];
        Arrays.fill(secret, (byte) fill);
        return new FingerprintKey(version, secret);
    }

    private static Fingerprint of(String members) {
        return Fingerprint.of(KEY, "", Bodies.with(members), Fingerprint.DEFAULT_VOLATILE_NAMES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'stream':true",
                "'stream':false",
                "'stream':true,'stream_options':{'include_usage':true}",
                "'metadata':{'trace':'1'}"
            })
    void deliveryAndVolatileNames_areNotInIt(String members) {
        assertThat(of(members)).isEqualTo(BASE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'temperature':1", "'x':null", "'user_id':'u'", "'x':{'stream':true}", "'Metadata':{}"})
    void everythingElse_isInIt(String members) {
        assertThat(of(members)).isNotEqualTo(BASE);
    }

    @Test
    void spelling_isNotInIt() {
        ChatRequest spaced = Bodies.valid("{ 'messages' : [ {'content':'\\u0078','role':'user'} ] , 'model':'m' }");
        assertThat(Fingerprint.of(KEY, "", spaced, Set.of())).isEqualTo(BASE);
    }

    @Test
    void volatileNames_areAConfiguration() {
        ChatRequest request = Bodies.with("'metadata':{},'user':'u'");
        assertThat(Fingerprint.of(KEY, "", request, Set.of("user", "metadata"))).isEqualTo(BASE);
        assertThat(Fingerprint.of(KEY, "", request, Set.of("user"))).isNotEqualTo(BASE);
    }

    @Test
    void keyAndPayloadVersion_areInIt() {
        ChatRequest request = Bodies.with("");
        Fingerprint otherKey = Fingerprint.of(key(2, 8), "", request, Set.of());
        assertThat(otherKey.digest()).isNotEqualTo(BASE.digest());
        assertThat(otherKey.keyVersion()).isEqualTo(2);
        assertThat(Fingerprint.of(KEY, "2", request, Set.of())).isNotEqualTo(BASE);
    }

    @Test
    void form_isFixedForever() {
        assertThat(BASE.version()).isEqualTo(1);
        // Computed apart, with Python's hmac over the length-prefixed parts.
        assertThat(BASE.digest()).isEqualTo("e8380d18997cd8933c45341fd004f061c18b588adfdb45bcfe164fedbc482346");
    }

    @Test
    void key_isLongEnoughAndHidden() {
        assertThatThrownBy(() -> new FingerprintKey(1, new byte[31])).isInstanceOf(IllegalArgumentException.class);
        assertThat(KEY.toString()).isEqualTo("FingerprintKey[version=1]");
    }
}

package dev.penstock.client;

import dev.penstock.provider.completion.AnswerConversion;
import dev.penstock.store.Bytes;
import dev.penstock.store.StoredBody;
import java.util.Arrays;

/**
 * What was read of a response, as it may be kept.
 *
 * @param form as what
 * @param bytes the bytes
 */
record KeptBody(AnswerForm form, Bytes bytes) {

    StoredBody as(StoredBody.Kind kind) {
        return new StoredBody(kind, form.contentType(), bytes);
    }

    /** The same with the event that ends a stream, which not every provider sends. */
    KeptBody withDone() {
        byte[] done = AnswerConversion.done();
        byte[] all = Arrays.copyOf(bytes.unsafeArray(), bytes.size() + done.length);
        System.arraycopy(done, 0, all, bytes.size(), done.length);
        return new KeptBody(form, Bytes.wrap(all));
    }
}

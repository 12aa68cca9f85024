package io.tidemark.chronicle;

import io.tidemark.journal.RowDecoder;
import java.util.function.Function;
import net.openhft.chronicle.bytes.MethodReader;
import net.openhft.chronicle.core.util.InvocationTargetRuntimeException;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.MarshallableIn;
import net.openhft.chronicle.wire.NoDocumentContext;
import net.openhft.chronicle.wire.VanillaMethodReaderBuilder;

/** Replays the method calls of a document on the user's implementation. */
final class MethodDecoder implements DocumentDecoder {
    static final String NOT_READABLE = "The document cannot be read as a call of the interface.";

    private final MethodRows rows;
    private final MethodReader calls;
    private final OpenDocument open = new OpenDocument();

    <T> MethodDecoder(RowBatch batch, Class<T> api, Function<MethodRows, T> implementation) {
        this.rows = new MethodRows(batch);
        this.calls = new VanillaMethodReaderBuilder(open)
                .defaultParselet((method, value) -> value.skipValue())
                .build(api.cast(implementation.apply(rows)));
    }

    @Override
    public String decode(DocumentContext document, long address, int length, RowBatch batch) {
        open.document = document;
        try {
            calls.readOne();
        } catch (InvocationTargetRuntimeException e) {
            throw userFailure(e);
        } catch (RuntimeException e) {
            // Whatever the library throws at bytes that are no call; the record itself goes to the handler.
            return NOT_READABLE;
        }
        String invalid = rows.takeInvalid();
        return invalid == null ? RowDecoder.ROW : invalid;
    }

    private static RuntimeException userFailure(InvocationTargetRuntimeException e) {
        return e.getCause() instanceof RuntimeException cause ? cause : e;
    }

    /** Gives the method reader the document that is open already, once. The reader that opened it closes it. */
    private static final class OpenDocument implements MarshallableIn {
        private DocumentContext document;

        @Override
        public DocumentContext readingDocument() {
            DocumentContext taken = document;
            document = null;
            return taken == null ? NoDocumentContext.INSTANCE : taken;
        }
    }
}

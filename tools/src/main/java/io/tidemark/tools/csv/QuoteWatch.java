package io.tidemark.tools.csv;

import java.io.IOException;
import java.io.Reader;

/**
 * Passes characters on and knows whether the file ended inside a quoted field, which the parser takes for a field that ends
 * there. Drops a byte order mark.
 */
final class QuoteWatch extends Reader {
    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final char QUOTE = '"';

    private enum State {
        FIELD_START,
        UNQUOTED,
        QUOTED,
        AFTER_QUOTE
    }

    private final Reader in;
    private final char delimiter;
    private State state = State.FIELD_START;
    private long line = 1;
    private long openedInLine;
    private boolean started;

    QuoteWatch(Reader in, char delimiter) {
        this.in = in;
        this.delimiter = delimiter;
    }

    /** Whether what was read so far ends inside a quoted field. */
    boolean isOpen() {
        return state == State.QUOTED;
    }

    /** Line in which the last quoted field began. */
    long openedInLine() {
        return openedInLine;
    }

    /** Line that was reached; the parser may be behind. */
    long line() {
        return line;
    }

    @Override
    public int read(char[] buffer, int offset, int length) throws IOException {
        int count = in.read(buffer, offset, length);
        if (!started && count > 0) {
            started = true;
            if (buffer[offset] == BYTE_ORDER_MARK) {
                System.arraycopy(buffer, offset + 1, buffer, offset, count - 1);
                count--;
                if (count == 0) {
                    return read(buffer, offset, length);
                }
            }
        }
        for (int i = offset; i < offset + count; i++) {
            step(buffer[i]);
        }
        return count;
    }

    private void step(char c) {
        if (c == '\n') {
            line++;
        }
        switch (state) {
            case FIELD_START, UNQUOTED -> {
                if (c == QUOTE && state == State.FIELD_START) {
                    state = State.QUOTED;
                    openedInLine = line;
                } else {
                    state = endsField(c) ? State.FIELD_START : State.UNQUOTED;
                }
            }
            case QUOTED -> {
                if (c == QUOTE) {
                    state = State.AFTER_QUOTE;
                }
            }
            case AFTER_QUOTE -> state = c == QUOTE ? State.QUOTED : State.FIELD_START;
        }
    }

    private boolean endsField(char c) {
        return c == delimiter || c == '\n' || c == '\r';
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}

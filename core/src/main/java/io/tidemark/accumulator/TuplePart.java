package io.tidemark.accumulator;

import io.tidemark.expr.eval.BytesEvaluator;
import io.tidemark.expr.eval.Decimal128;
import io.tidemark.expr.eval.DecimalEvaluator;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.expr.eval.TextBuffer;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;

/** One column of a tuple. */
interface TuplePart {
    /** Adds the bytes of the column to a buffer; {@code false} when it is null. Different values never give bytes of which one begins the other. */
    boolean append(RowView row, TextBuffer buffer);

    /** A value of up to 8 bytes. */
    final class Word implements TuplePart {
        private final LongEvaluator value;

        Word(LongEvaluator value) {
            this.value = value;
        }

        @Override
        public boolean append(RowView row, TextBuffer buffer) {
            if (value.isNull(row)) {
                return false;
            }
            long word = value.getLong(row);
            OffHeap.putLong(buffer.reserve(Long.BYTES), word);
            buffer.advance(Long.BYTES);
            return true;
        }
    }

    /** A decimal of more than 18 digits. */
    final class WideDecimal implements TuplePart {
        private final DecimalEvaluator value;
        private final Decimal128 scratch = new Decimal128();

        WideDecimal(DecimalEvaluator value) {
            this.value = value;
        }

        @Override
        public boolean append(RowView row, TextBuffer buffer) {
            if (value.isNull(row)) {
                return false;
            }
            value.getDecimal(row, scratch);
            long address = buffer.reserve(2 * Long.BYTES);
            OffHeap.putLong(address, scratch.low());
            OffHeap.putLong(address + Long.BYTES, scratch.high());
            buffer.advance(2 * Long.BYTES);
            return true;
        }
    }

    /** A text or binary value, its length first. */
    final class Bytes implements TuplePart {
        private final BytesEvaluator value;
        private final BytesView view = new BytesView();

        Bytes(BytesEvaluator value) {
            this.value = value;
        }

        @Override
        public boolean append(RowView row, TextBuffer buffer) {
            if (value.isNull(row)) {
                return false;
            }
            BytesView bytes = value.getBytes(row, view);
            OffHeap.putInt(buffer.reserve(Integer.BYTES), bytes.length());
            buffer.advance(Integer.BYTES);
            buffer.append(bytes);
            return true;
        }
    }
}

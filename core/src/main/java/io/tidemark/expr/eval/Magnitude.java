package io.tidemark.expr.eval;

/**
 * An unsigned integer of up to 352 bits, least word first: the scratch in which decimals are multiplied, divided and scaled.
 * No method checks for overflow of that; callers keep to {@link #scaledBits}. One thread; nothing allocates.
 */
final class Magnitude {
    private static final int WORDS = 12;
    private static final long MASK = 0xFFFF_FFFFL;
    private static final int BILLION = 1_000_000_000;
    private static final int BILLION_DIGITS = 9;

    private final int[] words = new int[WORDS];
    private int size;

    /** Sets the absolute value. */
    void set(Decimal128 value) {
        long high = value.high();
        long low = value.low();
        if (high < 0) {
            high = low == 0 ? -high : ~high;
            low = -low;
        }
        words[0] = (int) low;
        words[1] = (int) (low >>> 32);
        words[2] = (int) high;
        words[3] = (int) (high >>> 32);
        size = 4;
        trim();
    }

    /** Sets an unsigned value. */
    void set(long value) {
        words[0] = (int) value;
        words[1] = (int) (value >>> 32);
        size = 2;
        trim();
    }

    private void set(Magnitude other) {
        System.arraycopy(other.words, 0, words, 0, other.size);
        size = other.size;
    }

    boolean isZero() {
        return size == 0;
    }

    /** Number of bits up to the highest one that is set. */
    int bits() {
        return size == 0 ? 0 : (size << 5) - Integer.numberOfLeadingZeros(words[size - 1]);
    }

    /** A lower bound of {@link #bits} after {@link #scaleUp}, exact to 2; 0 for zero. */
    int scaledBits(int digits) {
        // The logarithm of 10 to base 2 is 3.32193; 3401 / 1024 is 3.32129.
        return size == 0 ? 0 : bits() + (digits * 3401 >> 10);
    }

    /** -1, 0 or 1. */
    int compare(Magnitude other) {
        if (size != other.size) {
            return size < other.size ? -1 : 1;
        }
        for (int i = size - 1; i >= 0; i--) {
            if (words[i] != other.words[i]) {
                return Integer.compareUnsigned(words[i], other.words[i]);
            }
        }
        return 0;
    }

    void add(Magnitude other) {
        long carry = 0;
        int count = Math.max(size, other.size);
        for (int i = 0; i < count; i++) {
            carry += (i < size ? words[i] & MASK : 0) + (i < other.size ? other.words[i] & MASK : 0);
            words[i] = (int) carry;
            carry >>>= 32;
        }
        size = count;
        push((int) carry);
    }

    /** Subtracts a value that is not greater. */
    void subtract(Magnitude other) {
        long borrow = 0;
        for (int i = 0; i < size; i++) {
            long difference = (words[i] & MASK) - (i < other.size ? other.words[i] & MASK : 0) - borrow;
            words[i] = (int) difference;
            borrow = difference >>> 63;
        }
        trim();
    }

    /** Sets the product of two others. */
    void setProduct(Magnitude left, Magnitude right) {
        size = left.size + right.size;
        for (int i = 0; i < size; i++) {
            words[i] = 0;
        }
        for (int i = 0; i < left.size; i++) {
            long factor = left.words[i] & MASK;
            long carry = 0;
            for (int j = 0; j < right.size; j++) {
                carry += factor * (right.words[j] & MASK) + (words[i + j] & MASK);
                words[i + j] = (int) carry;
                carry >>>= 32;
            }
            words[i + right.size] = (int) carry;
        }
        trim();
    }

    /** Multiplies by 10^digits. */
    void scaleUp(int digits) {
        int left = digits;
        for (; left >= BILLION_DIGITS; left -= BILLION_DIGITS) {
            multiply(BILLION);
        }
        if (left > 0) {
            multiply((int) PowersOfTen.of(left));
        }
    }

    /** Divides by 10^digits and drops the rest. */
    void scaleDown(int digits) {
        int left = digits;
        for (; left >= BILLION_DIGITS; left -= BILLION_DIGITS) {
            divide(BILLION);
        }
        if (left > 0) {
            divide((int) PowersOfTen.of(left));
        }
    }

    /** Divides by 10^digits, half up: the first dropped digit decides. */
    void scaleDownHalfUp(int digits) {
        if (digits > 0) {
            scaleDown(digits - 1);
            if (divide(10) >= 5) {
                increment();
            }
        }
    }

    void increment() {
        for (int i = 0; i < size; i++) {
            if (++words[i] != 0) {
                return;
            }
        }
        push(1);
    }

    void shiftLeft(int bits) {
        if (size == 0 || bits == 0) {
            return;
        }
        int whole = bits >> 5;
        int part = bits & 31;
        int top = part > 0 ? words[size - 1] >>> 32 - part : 0;
        for (int i = size - 1; i >= 0; i--) {
            int lower = i > 0 && part > 0 ? words[i - 1] >>> 32 - part : 0;
            words[i + whole] = words[i] << part | lower;
        }
        for (int i = 0; i < whole; i++) {
            words[i] = 0;
        }
        size += whole;
        push(top);
    }

    /** Shifts right and drops what falls out; returns the last bit that fell out in bit 0, whether others did in bit 1. */
    int shiftRight(int bits) {
        if (bits <= 0) {
            return 0;
        }
        if (bits > bits()) {
            int lost = size == 0 ? 0 : 2;
            size = 0;
            return lost;
        }
        int last = words[bits - 1 >> 5] >>> (bits - 1 & 31) & 1;
        int others = anyBelow(bits - 1) ? 2 : 0;
        int whole = bits >> 5;
        int part = bits & 31;
        for (int i = whole; i < size; i++) {
            int upper = i + 1 < size && part > 0 ? words[i + 1] << 32 - part : 0;
            words[i - whole] = words[i] >>> part | upper;
        }
        size -= whole;
        trim();
        return last | others;
    }

    /** Divides; this becomes the remainder. The divisor comes back unchanged. */
    void divide(Magnitude divisor, Magnitude quotient) {
        if (compare(divisor) < 0) {
            quotient.size = 0;
        } else if (divisor.size == 1) {
            quotient.set(this);
            set(quotient.divide(divisor.words[0]) & MASK);
        } else {
            int shift = Integer.numberOfLeadingZeros(divisor.words[divisor.size - 1]);
            divisor.shiftLeft(shift);
            shiftLeft(shift);
            divideNormalised(divisor, quotient);
            divisor.shiftRight(shift);
            shiftRight(shift);
        }
    }

    /** Low 64 bits. */
    long low() {
        return (size > 0 ? words[0] & MASK : 0) | (size > 1 ? (long) words[1] << 32 : 0);
    }

    /** Stores the value with a sign; false when it does not fit 128 bits. */
    boolean store(boolean negative, Decimal128 result) {
        long high = (size > 2 ? words[2] & MASK : 0) | (size > 3 ? (long) words[3] << 32 : 0);
        if (size > 4 || high < 0) {
            return false;
        }
        result.set(high, low());
        return !negative || result.negate();
    }

    /** Knuth, The Art of Computer Programming 2, 4.3.1, algorithm D; the divisor has its top bit set and two words or more. */
    private void divideNormalised(Magnitude divisor, Magnitude quotient) {
        int count = divisor.size;
        long top = divisor.words[count - 1] & MASK;
        long second = divisor.words[count - 2] & MASK;
        words[size] = 0;
        quotient.size = size - count + 1;
        for (int j = size - count; j >= 0; j--) {
            long dividend = (long) words[j + count] << 32 | words[j + count - 1] & MASK;
            long digit = Long.divideUnsigned(dividend, top);
            long rest = dividend - digit * top;
            while (digit >>> 32 != 0
                    || Long.compareUnsigned(digit * second, rest << 32 | words[j + count - 2] & MASK) > 0) {
                digit--;
                rest += top;
                if (rest >>> 32 != 0) {
                    break;
                }
            }
            if (subtractProduct(divisor, digit, j)) {
                digit--;
                addBack(divisor, j);
            }
            quotient.words[j] = (int) digit;
        }
        size = count;
        trim();
        quotient.trim();
    }

    private boolean subtractProduct(Magnitude divisor, long digit, int at) {
        long carry = 0;
        long borrow = 0;
        for (int i = 0; i < divisor.size; i++) {
            carry += digit * (divisor.words[i] & MASK);
            long difference = (words[at + i] & MASK) - (carry & MASK) - borrow;
            words[at + i] = (int) difference;
            borrow = difference >>> 63;
            carry >>>= 32;
        }
        long difference = (words[at + divisor.size] & MASK) - carry - borrow;
        words[at + divisor.size] = (int) difference;
        return difference < 0;
    }

    private void addBack(Magnitude divisor, int at) {
        long carry = 0;
        for (int i = 0; i < divisor.size; i++) {
            carry += (words[at + i] & MASK) + (divisor.words[i] & MASK);
            words[at + i] = (int) carry;
            carry >>>= 32;
        }
        words[at + divisor.size] += (int) carry;
    }

    private void multiply(int factor) {
        long carry = 0;
        for (int i = 0; i < size; i++) {
            carry += (words[i] & MASK) * factor;
            words[i] = (int) carry;
            carry >>>= 32;
        }
        push((int) carry);
    }

    /** Divides by an unsigned word and returns the remainder. */
    private int divide(int divisor) {
        long unsigned = divisor & MASK;
        long rest = 0;
        for (int i = size - 1; i >= 0; i--) {
            long dividend = rest << 32 | words[i] & MASK;
            long digit = Long.divideUnsigned(dividend, unsigned);
            words[i] = (int) digit;
            rest = dividend - digit * unsigned;
        }
        trim();
        return (int) rest;
    }

    private boolean anyBelow(int bit) {
        int whole = bit >> 5;
        for (int i = 0; i < whole; i++) {
            if (words[i] != 0) {
                return true;
            }
        }
        return (words[whole] & (1 << (bit & 31)) - 1) != 0;
    }

    private void push(int word) {
        if (word != 0) {
            words[size++] = word;
        }
    }

    private void trim() {
        while (size > 0 && words[size - 1] == 0) {
            size--;
        }
    }
}

package io.tidemark.plan;

import io.tidemark.row.DataType;
import java.util.List;

/** Types that hold all values of another one. */
final class Widening {
    private Widening() {}

    /** Whether a type holds all values of another: more digits before the point, or a long for an int. */
    static boolean of(DataType before, DataType now) {
        return before.equals(now)
                || before.equals(DataType.INT) && now.equals(DataType.LONG)
                || before.isDecimal()
                        && now.isDecimal()
                        && before.scale() == now.scale()
                        && before.precision() <= now.precision();
    }

    /** Whether each type holds all values of its counterpart. */
    static boolean ofAll(List<DataType> before, List<DataType> now) {
        boolean wider = before.size() == now.size();
        for (int i = 0; wider && i < before.size(); i++) {
            wider = of(before.get(i), now.get(i));
        }
        return wider;
    }

    /** The same where also the bytes of every value stay what they are. */
    static boolean inPlace(List<DataType> before, List<DataType> now) {
        boolean same = ofAll(before, now);
        for (int i = 0; same && i < before.size(); i++) {
            same = before.get(i).slotBytes() == now.get(i).slotBytes();
        }
        return same;
    }
}

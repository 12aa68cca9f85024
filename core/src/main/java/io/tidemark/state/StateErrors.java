package io.tidemark.state;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;

/** What every backend refuses, in the same words. For backends, not for operators. */
public final class StateErrors {
    private StateErrors() {}

    /** The declared limit does not hold one more page, row or pane; {@code setting} is what the user can raise. */
    public static TidemarkException limitExceeded(
            String owner, String table, long usedBytes, long limitBytes, String setting) {
        return new TidemarkException(new Problem(
                ErrorCode.STATE_LIMIT_EXCEEDED,
                owner,
                "",
                "State of '" + table + "' needs more room: " + usedBytes + " of " + limitBytes + " bytes are used.",
                "Raise " + setting + ", or keep less state: shorter windows, a shorter delay, fewer keys."));
    }

    /** Key and value, or a text, do not fit a page. */
    public static TidemarkException rowTooLarge(String owner, String table, long bytes) {
        return rowTooLarge(owner, table, bytes, TableSpec.MAX_ROW_BYTES);
    }

    /** The same where a row, entry or block may have {@code mostBytes}. */
    public static TidemarkException rowTooLarge(String owner, String table, long bytes, int mostBytes) {
        return new TidemarkException(new Problem(
                ErrorCode.ROW_TOO_LARGE,
                owner,
                "",
                "A row or text of '" + table + "' has " + bytes + " bytes, a page holds " + mostBytes + ".",
                "Group by fewer or shorter columns, or shorten the text before it is kept."));
    }

    /** A pane was written to after it was sealed. */
    public static TidemarkException sealed(TableSpec spec, long paneId) {
        return corrupt(spec, "Pane " + paneId + " of '" + spec.name() + "' is sealed and was to be changed.");
    }

    /** A pane or page was used after it was freed, or by another than its owner. */
    public static TidemarkException dead(TableSpec spec, long paneId) {
        return corrupt(spec, "Pane " + paneId + " of '" + spec.name() + "' was used after it was freed.");
    }

    /** An entry or block was used after it was removed or freed, or is none of this table. */
    public static TidemarkException deadReference(TableSpec spec, long reference) {
        return corrupt(
                spec,
                "Reference " + Long.toHexString(reference) + " names no entry or block of '" + spec.name()
                        + "', or one that is gone.");
    }

    /** The first record of an index by time was asked for, and there is none. */
    public static TidemarkException noFirst(TableSpec spec) {
        return corrupt(spec, "The first record of '" + spec.name() + "' was asked for, and it is empty.");
    }

    /** A call that breaks the contract of a table; the reason is a sentence. */
    public static TidemarkException corrupt(TableSpec spec, String reason) {
        return new TidemarkException(new Problem(
                ErrorCode.STATE_CORRUPT,
                spec.owner(),
                "",
                reason,
                "This is a defect of the operator or of the state backend: report it with the plan of the query."));
    }

    /** A second table or scalar under one name. */
    public static TidemarkException openedTwice(String owner, String name) {
        return new TidemarkException(new Problem(
                ErrorCode.SETTING_INVALID,
                owner,
                "",
                "State '" + name + "' is opened twice.",
                "Give each table and scalar of an operator, and each operator of a query, a name of its own."));
    }

    /** An image does not fit the tables and scalars that are open. */
    public static TidemarkException imageMismatch(String reason) {
        return new TidemarkException(
                ErrorCode.RESTART_INCOMPATIBLE, reason, "Restore it into a backend that the same plan has opened.");
    }
}

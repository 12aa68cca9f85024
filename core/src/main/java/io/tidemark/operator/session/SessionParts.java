package io.tidemark.operator.session;

import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.RowConsumer;
import io.tidemark.state.ScalarState;

/**
 * What the operator is made of.
 *
 * @param rows reads rows
 * @param sessions the sessions
 * @param results what comes out when
 * @param out writes rows
 * @param due closes sessions, or null where none is ever closed
 * @param ledger counts sessions as Apache Spark does, or null
 * @param watermark watermark of the operator
 * @param forgotten ends of closed sessions up to this time are forgotten
 * @param longestGap longest gap of a row: the one that the plan says, else of the rows so far
 * @param context context of the operator
 * @param next takes what comes out
 */
record SessionParts(
        SessionRows rows,
        Sessions sessions,
        SessionResults results,
        SessionOutput out,
        DueSessions due,
        SessionLedger ledger,
        ScalarState watermark,
        ScalarState forgotten,
        ScalarState longestGap,
        OperatorContext context,
        RowConsumer next) {}

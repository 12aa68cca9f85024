package io.tidemark.operator.aggregate;

import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.RowConsumer;

/**
 * What the operators of all output modes are made of.
 *
 * @param groups takes rows in
 * @param merged makes windows out of shared panes, or null where each pane is a group of its own
 * @param windows the same for windows that are complete, in append mode
 * @param out brings groups out
 * @param ledger counts groups as Apache Spark does, or null
 * @param initialWatermark watermark before the first row
 * @param watermarked whether the input has a watermark
 * @param followsWatermark whether the groups go by the time that carries it, so that it makes them late and complete
 * @param context context of the operator
 * @param next takes what comes out
 */
record GroupParts(
        Groups groups,
        MergedGroups merged,
        CompleteWindows windows,
        GroupOutput out,
        GroupLedger ledger,
        long initialWatermark,
        boolean watermarked,
        boolean followsWatermark,
        OperatorContext context,
        RowConsumer next) {}

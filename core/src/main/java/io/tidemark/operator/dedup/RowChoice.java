package io.tidemark.operator.dedup;

import io.tidemark.operator.DropReason;
import io.tidemark.row.RowView;

/**
 * How rows of one key are told apart.
 *
 * @param kept what is kept of the row that counts
 * @param ranking which row is better
 * @param copies which rows are copies, or null when all are
 */
record RowChoice(KeptColumns kept, Ranking ranking, CopyCheck copies) {
    /** Null when a row is better than the kept one, else the reason why it is dropped. Only rows that are as good can conflict. */
    DropReason judge(RowView row, RowView keptRow) {
        int order = ranking.compare(row, keptRow);
        if (order > 0) {
            return null;
        }
        return order == 0 && copies != null && !copies.isCopy(row, keptRow)
                ? DropReason.CONFLICTING
                : DropReason.DUPLICATE;
    }
}

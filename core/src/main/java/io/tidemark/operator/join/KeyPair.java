package io.tidemark.operator.join;

import io.tidemark.expr.Expression;
import io.tidemark.row.DataType;

/**
 * An equality between the sides.
 *
 * @param left over left rows
 * @param right over right rows
 * @param type type in which both are compared
 * @param nullSafe whether null equals null
 */
record KeyPair(Expression left, Expression right, DataType type, boolean nullSafe) {}

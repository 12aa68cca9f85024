/**
 * The contract of operators, and only that.
 *
 * <p>An {@link io.tidemark.operator.OperatorNode} is a step of a plan as data; bound to its input it becomes a
 * {@link io.tidemark.operator.BoundOperator}, which makes the {@link io.tidemark.operator.Operator} that handles rows. Each
 * family of operators lives in a package below, and no other package knows them by name. May import {@code error},
 * {@code row}, {@code expr}, {@code time} and {@code state}. Operators belong to the engine thread.
 */
package io.tidemark.operator;

package io.tidemark.plan;

import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.OperatorNode;

/**
 * An operator of a bound plan.
 *
 * @param uid name, unique in the plan
 * @param node the operator as data
 * @param bound the operator with resolved types
 * @param deferEmission whether no stateful operator stands below it
 */
public record BoundStep(String uid, OperatorNode node, BoundOperator bound, boolean deferEmission) {}

/**
 * What a user of Tidemark imports first: streams, their writers and running queries.
 *
 * <p>A {@link io.tidemark.StreamFrame} describes a query, a {@link io.tidemark.StreamWriter} says where it runs, a
 * {@link io.tidemark.StreamingQuery} is a query that runs. May import all of core.
 */
package io.tidemark;

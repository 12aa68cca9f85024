/**
 * The figures of running queries as meters of Micrometer, and a Prometheus endpoint over them. Reads samples that the monitor of a query took and nothing else; never
 * touches an engine thread. Meters may be read by any thread. May use what a user of the core may use.
 */
package io.tidemark.micrometer;

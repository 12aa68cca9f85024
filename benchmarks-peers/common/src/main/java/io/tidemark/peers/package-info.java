/**
 * What all engines of a comparison share: events that are pure functions of their index, checksums of results, the clock, and the passes of one
 * process. Uses the JDK alone, so that it can stand beside the dependencies of any engine.
 */
package io.tidemark.peers;

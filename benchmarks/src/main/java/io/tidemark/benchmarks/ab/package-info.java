/** Whether one commit or setting is faster than another: runs in turn, and a ratio with its interval. */
package io.tidemark.benchmarks.ab;

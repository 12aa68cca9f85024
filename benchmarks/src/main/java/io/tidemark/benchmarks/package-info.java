/** Measurements of Tidemark, each a program or JMH class that answers one question. Nothing here is shipped to users of the library. */
package io.tidemark.benchmarks;

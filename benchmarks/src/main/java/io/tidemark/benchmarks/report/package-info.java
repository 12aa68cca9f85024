/** Figures as files: a table for people and JSON for programs, with what they were measured on. */
package io.tidemark.benchmarks.report;

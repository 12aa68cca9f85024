package io.tidemark.metrics.diagnosis;

/**
 * How the state of one operator grew.
 *
 * @param operator the operator, as of now
 * @param spanSeconds for how long it has grown; 0 if it has not; {@code NaN} if its rows or its horizon are not known
 * @param perSecond rows a second, by the slope of Theil and Sen over that time
 * @param watermarkSpeed how fast the watermark went in the last third of that time, event time for time
 */
record Growth(OperatorFigures operator, double spanSeconds, double perSecond, double watermarkSpeed) {}

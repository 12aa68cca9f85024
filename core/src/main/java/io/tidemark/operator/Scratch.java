package io.tidemark.operator;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a field of an operator that is not final: it mirrors state and is found again in {@link Operator#restored}, or it means
 * nothing between two rows. Everything else that changes belongs into tables and scalars; a test looks for fields without the mark.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Scratch {
    /** Why losing the field loses nothing. */
    String value();
}

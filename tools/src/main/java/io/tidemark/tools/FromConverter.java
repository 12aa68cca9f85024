package io.tidemark.tools;

import io.tidemark.engine.ReplayVerification;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads which checkpoint is meant: {@code newest}, {@code start} or a number. */
final class FromConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        if (text.equalsIgnoreCase("newest")) {
            return ReplayVerification.NEWEST;
        }
        if (text.equalsIgnoreCase("start")) {
            return ReplayVerification.START;
        }
        if (text.matches("[1-9][0-9]{0,17}")) {
            return Long.parseLong(text);
        }
        throw new TypeConversionException("'" + text + "' is not a checkpoint. Give its number, newest or start.");
    }
}

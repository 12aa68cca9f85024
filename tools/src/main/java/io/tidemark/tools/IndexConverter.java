package io.tidemark.tools;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a position as {@code read} prints it, with 0x before it, or as a decimal number. */
public final class IndexConverter implements ITypeConverter<Long> {
    private static final int HEX = 16;

    /** For use by the command line. */
    public IndexConverter() {}

    @Override
    public Long convert(String text) {
        try {
            long index = text.startsWith("0x") || text.startsWith("0X")
                    ? Long.parseLong(text.substring(2), HEX)
                    : Long.parseLong(text);
            if (index >= 0) {
                return index;
            }
        } catch (NumberFormatException e) {
            throw invalid(text);
        }
        throw invalid(text);
    }

    private static TypeConversionException invalid(String text) {
        return new TypeConversionException("'" + text
                + "' is not an index. Write it as 'tidemark read' prints it, such as 0x4d3e00000007, or decimal.");
    }
}

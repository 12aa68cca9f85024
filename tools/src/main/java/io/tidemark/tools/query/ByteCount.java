package io.tidemark.tools.query;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number of bytes: {@code 4096}, {@code 64k}, {@code 512m}, {@code 2g}, {@code 1t}. */
public final class ByteCount implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,15})([kmgt]?)");
    private static final String UNITS = "kmgt";
    private static final int UNIT_BITS = 10;

    /** For use by the command line. */
    public ByteCount() {}

    @Override
    public Long convert(String text) {
        Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (form.matches()) {
            int shift = form.group(2).isEmpty() ? 0 : UNIT_BITS * (UNITS.indexOf(form.group(2)) + 1);
            long number = Long.parseLong(form.group(1));
            if (number <= Long.MAX_VALUE >> shift) {
                return number << shift;
            }
        }
        throw new TypeConversionException(
                "'" + text + "' is not a number of bytes. Write it as 4096, 64k, 512m, 2g or 1t.");
    }
}

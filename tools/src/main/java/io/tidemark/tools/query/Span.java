package io.tidemark.tools.query;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a span of time: {@code 7d}, {@code 12h}, {@code 30m}, {@code 45s}, or as ISO 8601 has it, {@code P7D} and {@code PT12H}. */
public final class Span implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})([dhms])");

    /** For use by the command line. */
    public Span() {}

    @Override
    public Duration convert(String text) {
        Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (form.matches()) {
            long number = Long.parseLong(form.group(1));
            return switch (form.group(2)) {
                case "d" -> Duration.ofDays(number);
                case "h" -> Duration.ofHours(number);
                case "m" -> Duration.ofMinutes(number);
                default -> Duration.ofSeconds(number);
            };
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            throw new TypeConversionException(
                    "'" + text + "' is not a span of time. Write it as 7d, 12h, 30m, 45s, P7D or PT12H.");
        }
    }
}

package io.tidemark.tools.csv;

import io.tidemark.error.TidemarkException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads a file with one JSON object a line into a journal. An object has the columns of the schema as its fields, in any order; one that is missing is a null.
 * What {@code read} and {@code export} write of whole records, an object with the row in the field {@code row}, is read with ingest time and kind.
 */
public final class JsonLinesImport extends FileImport {
    private final Set<String> ignored = new TreeSet<>();

    /**
     * An import with these settings, of which those about the form of CSV do not count.
     *
     * @throws TidemarkException {@code COLUMN_UNKNOWN}, {@code TYPE_MISMATCH} or {@code SETTING_INVALID} when the settings do not fit their schema
     */
    public JsonLinesImport(ImportSettings settings, ImportTarget target) {
        super(checked(settings), target);
    }

    private static ImportSettings checked(ImportSettings settings) {
        ColumnMatch.check(settings);
        return settings;
    }

    @Override
    public ImportReport run(InputStream in, String name) {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, settings.charset.newDecoder()));
        if (rejectFile != null) {
            rejectFile.header(List.of("json"));
        }
        JsonRow row = new JsonRow(settings, target, ingestClockNs, ignored);
        long number = 0;
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (line.isBlank()) {
                    blankLines++;
                } else {
                    count(number, row.store(line), List.of(line));
                }
            }
        } catch (CharacterCodingException e) {
            throw invalid(
                    name,
                    "holds bytes that are no " + settings.charset + " text, in line " + (number + 1) + " or after",
                    "Name the encoding of the file, or convert it to UTF-8.",
                    e);
        } catch (IOException e) {
            throw unreadable(name, e);
        } finally {
            ignoredColumns = new ArrayList<>(ignored);
        }
        return report();
    }
}

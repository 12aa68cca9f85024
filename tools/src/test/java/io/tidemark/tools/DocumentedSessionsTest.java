package io.tidemark.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the sessions of pages that are marked as console, one after the other, and compares what they print. */
class DocumentedSessionsTest {
    private static final Path PAGES = Path.of("..", "docs");
    private static final Pattern BLOCK = Pattern.compile("```console\n(.*?)```", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");
    private static final String PROMPT = "$ ";

    @TempDir
    Path home;

    private long shownPosition = -1;
    private long realPosition = -1;

    @ParameterizedTest
    @CsvSource({"tools.md, 10", "lateness.md, 4"})
    void shouldPrintWhatThePageShows(String page, int least) throws IOException {
        int commands = 0;
        Matcher block = BLOCK.matcher(Files.readString(PAGES.resolve(page)));
        while (block.find()) {
            for (String part : block.group(1).split("(?m)^" + Pattern.quote(PROMPT))) {
                if (!part.isEmpty()) {
                    int end = part.indexOf('\n');
                    run(part.substring(0, end), part.substring(end + 1));
                    commands++;
                }
            }
        }
        assertTrue(commands >= least, "commands are missing in " + page);
    }

    private void run(String command, String shown) throws IOException {
        List<String> words = words(command);
        if (words.get(0).equals("cat")) {
            Files.writeString(home.resolve(words.get(1)), shown);
            return;
        }
        assertEquals("tidemark", words.get(0));
        List<Object> args = new ArrayList<>();
        for (String word : words.subList(1, words.size())) {
            args.add(word.matches("(journals|trades\\.).*") ? home.resolve(word).toString() : real(word));
        }
        CommandRun run = CommandRun.of(args.toArray());
        String printed = (run.out() + run.err()).replace(home + "/", "");
        notePosition(shown, printed);
        assertEquals(steady(shown), steady(printed), command);
    }

    /** Positions depend on the day; those of the page count from the same first one as the real ones. */
    private void notePosition(String shown, String printed) {
        Pattern position = Pattern.compile("^0x([0-9a-f]+)", Pattern.MULTILINE);
        Matcher onPage = position.matcher(shown);
        Matcher inJournal = position.matcher(printed);
        if (shownPosition < 0 && onPage.find() && inJournal.find()) {
            shownPosition = Long.parseLong(onPage.group(1), 16);
            realPosition = Long.parseLong(inJournal.group(1), 16);
        }
    }

    private String real(String word) {
        return word.startsWith("0x")
                ? "0x" + Long.toHexString(Long.parseLong(word.substring(2), 16) - shownPosition + realPosition)
                : word;
    }

    /** Without what is another with every run: times that something takes, processes, and the day in positions and names. */
    private static String steady(String text) {
        return text.replaceAll("in [0-9.]+ s,", "in _ s,")
                .replaceAll("process \\d+", "process _")
                .replaceAll("rows, [0-9.]+ s", "rows, _ s")
                .replaceAll("\\d{8}L\\.cq4", "_.cq4")
                .replaceAll("0x[0-9a-f]+([0-9a-f]{4})\\b", "0x_$1");
    }

    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(command);
        while (word.find()) {
            words.add(word.group(1) != null ? word.group(1) : word.group(2) != null ? word.group(2) : word.group(3));
        }
        return words;
    }
}

package io.tidemark.expr.eval;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import java.util.List;

/**
 * {@code like(text, pattern, escape)}: whether the whole text fits the pattern, in which {@code %} stands for any text and {@code _} for
 * any one code point, also a line end. The escape character, a backslash if it is left out, takes their meaning from {@code %},
 * {@code _} and itself, and stands before nothing else. Pattern and escape are constants.
 */
final class Like extends TextFunction {
    private static final String BACKSLASH = "\\";

    Like() {
        super("like", DataType.BOOL, 2, DataType.STRING, DataType.STRING, DataType.STRING);
    }

    @Override
    public Signature resolve(CallSite call) {
        Signature signature = super.resolve(call);
        if (signature == null) {
            return null;
        }
        Literal pattern = call.literal(1);
        Literal escape = call.size() == 3 ? call.literal(2) : new Literal(BACKSLASH, DataType.STRING);
        if (pattern == null || escape == null || escape.value() == null) {
            return call.refuse(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    "'like' needs a constant pattern.",
                    "Use contains, starts_with or ends_with for parts that come from columns.");
        }
        String character = (String) escape.value();
        if (character.codePointCount(0, character.length()) != 1) {
            return call.refuse(
                    ErrorCode.LITERAL_INVALID,
                    "'" + character + "' is not one character, as an escape is.",
                    "Use one that stands nowhere else in the pattern.");
        }
        if (pattern.value() != null && compile(pattern, character) == null) {
            return call.refuse(
                    ErrorCode.LITERAL_INVALID,
                    "In the pattern " + pattern + " the escape '" + character
                            + "' stands before something else than %, _ and" + " itself.",
                    "Write it twice where it means itself, or use another escape.");
        }
        return signature;
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        String pattern = constant(arguments.get(1).asBytes());
        if (pattern == null) {
            return context.node(BoolFamily.Constant.class, BoolEvaluator.NULL);
        }
        String escape = arguments.size() == 3 ? constant(arguments.get(2).asBytes()) : BACKSLASH;
        LikePattern compiled = LikePattern.of(pattern, escape.codePointAt(0));
        return context.node(Matches.class, arguments.get(0).asBytes(), compiled, new BytesView());
    }

    private static LikePattern compile(Literal pattern, String escape) {
        return LikePattern.of((String) pattern.value(), escape.codePointAt(0));
    }

    /** Value of an argument that was a constant in {@link #resolve}: it does not look at the row. */
    private static String constant(BytesEvaluator argument) {
        return argument.isNull(null)
                ? null
                : argument.getBytes(null, new BytesView()).toString();
    }

    static final class Matches implements BoolEvaluator {
        private final BytesEvaluator text;
        private final LikePattern pattern;
        private final BytesView view;

        Matches(BytesEvaluator text, LikePattern pattern, BytesView view) {
            this.text = text;
            this.pattern = pattern;
            this.view = view;
        }

        @Override
        public int test(RowView row) {
            if (text.isNull(row)) {
                return NULL;
            }
            return pattern.matches(text.getBytes(row, view)) ? TRUE : FALSE;
        }
    }
}

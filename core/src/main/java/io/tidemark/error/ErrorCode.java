package io.tidemark.error;

/** Stable names of everything that Tidemark refuses. A name, once released, keeps its meaning. */
public enum ErrorCode {
    /** A column name is not in the schema. */
    COLUMN_UNKNOWN(ErrorCategory.PLAN),
    /** Two columns of one schema have the same name. */
    COLUMN_DUPLICATE(ErrorCategory.PLAN),
    /** An expression or argument has a type that its place does not accept. */
    TYPE_MISMATCH(ErrorCategory.PLAN),
    /** A function, or this use of it, does not exist. */
    FUNCTION_UNSUPPORTED(ErrorCategory.PLAN),
    /** An expression reads a clock, a random number or anything else that replay cannot repeat. */
    NONDETERMINISTIC_EXPRESSION(ErrorCategory.PLAN),
    /** A constant cannot be parsed or lies outside its type. */
    LITERAL_INVALID(ErrorCategory.PLAN),
    /** The text of an expression cannot be read. */
    EXPRESSION_INVALID(ErrorCategory.PLAN),
    /** An operator needs a watermark and its input has none. */
    WATERMARK_MISSING(ErrorCategory.PLAN),
    /** The watermark is on another column than the one the operator uses. */
    WATERMARK_COLUMN_MISMATCH(ErrorCategory.PLAN),
    /** The operator uses an expression over the watermarked column that no longer carries the watermark. */
    WATERMARK_LOST_BY_EXPRESSION(ErrorCategory.PLAN),
    /** A second watermark stands above a first one. */
    WATERMARK_REDEFINED(ErrorCategory.PLAN),
    /** Two columns carry a watermark and the operator needs one. */
    EVENT_TIME_AMBIGUOUS(ErrorCategory.PLAN),
    /** The delay of a watermark is negative or too large. */
    WATERMARK_DELAY_INVALID(ErrorCategory.PLAN),
    /** The guard against future times needs ingest times and the source records none. */
    INGEST_TIME_MISSING(ErrorCategory.PLAN),
    /** Size, slide or start of a window is not usable. */
    WINDOW_SPEC_INVALID(ErrorCategory.PLAN),
    /** A window slides further than it is long. */
    WINDOW_SLIDE_EXCEEDS_SIZE(ErrorCategory.PLAN),
    /** The gap of a session is not a positive span. */
    SESSION_GAP_INVALID(ErrorCategory.PLAN),
    /** A join has no equality between its sides. */
    JOIN_NO_EQUALITY(ErrorCategory.PLAN),
    /** Nothing bounds how long a side of a join has to be kept. */
    JOIN_NO_TIME_BOUND(ErrorCategory.PLAN),
    /** A join of this type is not possible here. */
    JOIN_TYPE_UNSUPPORTED(ErrorCategory.PLAN),
    /** An operator would keep state for ever. */
    STATE_UNBOUNDED(ErrorCategory.PLAN),
    /** The output mode cannot be served by this plan. */
    MODE_UNSUPPORTED(ErrorCategory.PLAN),
    /** An operator or sink does not take what the rows before it do to their result. */
    CHANGELOG_MISMATCH(ErrorCategory.PLAN),
    /** An aggregate cannot take a row back. */
    FUNCTION_NOT_RETRACTABLE(ErrorCategory.PLAN),
    /** The query lacks a part that it needs to run: a name, a source, a sink. */
    QUERY_INCOMPLETE(ErrorCategory.PLAN),
    /** A setting is outside its range. */
    SETTING_INVALID(ErrorCategory.PLAN),
    /** A row or key is longer than a journal record or state page may be. */
    ROW_TOO_LARGE(ErrorCategory.DATA),
    /** Arithmetic left the range of its type. */
    ARITHMETIC_OVERFLOW(ErrorCategory.DATA),
    /** Division by zero. */
    DIVISION_BY_ZERO(ErrorCategory.DATA),
    /** A text cannot be read as the type it is cast to. */
    CAST_INVALID(ErrorCategory.DATA),
    /** A function of the user's own threw an exception. */
    FUNCTION_FAILED(ErrorCategory.DATA),
    /** A function of the user's own brought out a row that is late by the watermark that its operator handed on. */
    ROW_BEFORE_WATERMARK(ErrorCategory.DATA),
    /** A journal holds another schema than the one that is asked for. */
    SCHEMA_MISMATCH(ErrorCategory.DATA),
    /** A schema text or file cannot be read. */
    SCHEMA_INVALID(ErrorCategory.DATA),
    /** A record fails its checksum, or its header makes no sense. */
    RECORD_CORRUPT(ErrorCategory.DATA),
    /** An input file cannot be imported as asked. */
    IMPORT_INVALID(ErrorCategory.DATA),
    /** A row lacks a value for a column that may not be null. */
    NULL_NOT_ALLOWED(ErrorCategory.DATA),
    /** State would grow over the declared limit. */
    STATE_LIMIT_EXCEEDED(ErrorCategory.RESOURCE),
    /** A group has more different values than an exact count was allowed to keep. */
    DISTINCT_BOUND_EXCEEDED(ErrorCategory.RESOURCE),
    /** A group has more values than a collection was allowed to keep. */
    COLLECT_BOUND_EXCEEDED(ErrorCategory.RESOURCE),
    /** A page was used after it was freed, or by another than its owner. */
    STATE_CORRUPT(ErrorCategory.RESOURCE),
    /** A JVM flag or module that Tidemark needs is missing. */
    JVM_FLAG_MISSING(ErrorCategory.ENVIRONMENT),
    /** A directory or journal does not exist. */
    JOURNAL_MISSING(ErrorCategory.ENVIRONMENT),
    /** A directory exists but holds something else, or a journal where none may be. */
    JOURNAL_INVALID(ErrorCategory.ENVIRONMENT),
    /** A position to start from is not in the journal any more. */
    SOURCE_RETENTION_GAP(ErrorCategory.ENVIRONMENT),
    /** Another process, or another query of this one, holds the directory. */
    DIRECTORY_IN_USE(ErrorCategory.ENVIRONMENT),
    /** Reading or writing a file failed. */
    IO_FAILED(ErrorCategory.ENVIRONMENT),
    /** The file system has less space left than the declared floor. */
    DISK_SPACE_LOW(ErrorCategory.ENVIRONMENT),
    /** The stored query differs from the one that is started. */
    RESTART_INCOMPATIBLE(ErrorCategory.RESTART),
    /** The stored query was drained: its windows are closed for good. */
    QUERY_DRAINED(ErrorCategory.RESTART),
    /** A replay produced other rows than those already in the output journal. */
    OUTPUT_DIVERGED(ErrorCategory.RESTART),
    /** A call came in a state in which it is not allowed. */
    QUERY_STATE_INVALID(ErrorCategory.RESTART),
    /** A checkpoint cannot be read, and none before it can take its place. */
    CHECKPOINT_DAMAGED(ErrorCategory.RESTART),
    /** The plan changed in a way that needs a decision before it can go on from the stored state. */
    RESTART_DECISION_NEEDED(ErrorCategory.RESTART),
    /** What an output depends on is not in the order journal or not in an input any more. */
    ORDER_LOST(ErrorCategory.RESTART);

    private final ErrorCategory category;

    ErrorCode(ErrorCategory category) {
        this.category = category;
    }

    /** Who has to act. */
    public ErrorCategory category() {
        return category;
    }
}

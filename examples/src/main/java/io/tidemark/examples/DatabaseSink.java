package io.tidemark.examples;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalWriter;
import io.tidemark.operator.EdgeKind;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes the rows of a query to a table of a database, each exactly once whatever kills the process. The sequence of the last row is kept in a second table
 * and moves in the same transaction as the rows: a query that is started again asks for it, and does not hand over again what the database has.
 *
 * <p>A database that forgets what it has committed breaks this: a checkpoint may then know rows that the table lacks, and is not used. SQLite keeps its
 * word through kills. H2 2.3 was tried with {@code WRITE_DELAY=0} and lost commits, and at times its whole file, when its process was killed.
 *
 * @param url where the database is, for {@link DriverManager}
 * @param table takes the rows; made when it is missing
 * @param rowsPerCommit rows after which a transaction ends
 */
record DatabaseSink(String url, String table, int rowsPerCommit) implements JournalSink {
    @Override
    public String name() {
        return url + " " + table;
    }

    /** Rows are inserted and never changed, so a query that takes rows back is refused. */
    @Override
    public Set<EdgeKind> accepts() {
        return EnumSet.of(EdgeKind.APPEND);
    }

    @Override
    public JournalWriter openWriter(Schema schema) {
        try {
            return new Writer(DriverManager.getConnection(url), schema);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private TidemarkException failed(SQLException cause) {
        return new TidemarkException(
                ErrorCode.IO_FAILED,
                "Table " + table + " of " + url + " cannot be written: " + cause.getMessage(),
                "Mend the database and start the query again: it goes on after the last row that was committed.",
                cause);
    }

    private static String sqlType(DataType type) {
        return switch (type.kind()) {
            case BOOL, INT, LONG -> "bigint";
            case DOUBLE -> "double precision";
            case DECIMAL, TIMESTAMP, STRING -> "text";
            case BINARY -> "blob";
        };
    }

    /** Decimals and times as text, which loses nothing. */
    private static Object sqlValue(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        return value instanceof Instant ? value.toString() : value;
    }

    private final class Writer implements JournalWriter {
        private final Connection connection;
        private final PreparedStatement insert;
        private final PreparedStatement move;
        private long lastSequence;
        private int pending;

        Writer(Connection connection, Schema schema) throws SQLException {
            this.connection = connection;
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("create table if not exists " + table + " ("
                        + schema.fields().stream()
                                .map(field -> field.name() + " " + sqlType(field.type()))
                                .collect(Collectors.joining(", "))
                        + ")");
                statement.execute("create table if not exists last_sequences (sink text primary key, seq bigint)");
                statement.execute("insert into last_sequences select '" + table
                        + "', -1 where not exists (select 1 from last_sequences where sink = '" + table + "')");
                try (ResultSet last =
                        statement.executeQuery("select seq from last_sequences where sink = '" + table + "'")) {
                    last.next();
                    lastSequence = last.getLong(1);
                }
            }
            connection.commit();
            insert = connection.prepareStatement("insert into " + table + " values ("
                    + String.join(", ", Collections.nCopies(schema.size(), "?")) + ")");
            move = connection.prepareStatement("update last_sequences set seq = ? where sink = '" + table + "'");
        }

        /** The query numbers its rows, and leaves out those up to this one. */
        @Override
        public long lastSequence() {
            return lastSequence;
        }

        @Override
        public void append(RowView row, long sequence) {
            try {
                for (int column = 0; column < row.schema().size(); column++) {
                    insert.setObject(column + 1, sqlValue(row.get(column)));
                }
                insert.addBatch();
                lastSequence = sequence;
                if (++pending == rowsPerCommit) {
                    commit();
                }
            } catch (SQLException e) {
                throw failed(e);
            }
        }

        /** Called before each checkpoint, so that no checkpoint knows a row that the database does not have. */
        @Override
        public void flush() {
            try {
                commit();
            } catch (SQLException e) {
                throw failed(e);
            }
        }

        private void commit() throws SQLException {
            if (pending > 0) {
                insert.executeBatch();
                move.setLong(1, lastSequence);
                move.executeUpdate();
                connection.commit();
                pending = 0;
            }
        }

        /** What is not committed is given up: the query hands it over again when it is started again. */
        @Override
        public void close() {
            try {
                connection.rollback();
                connection.close();
            } catch (SQLException e) {
                throw failed(e);
            }
        }
    }
}

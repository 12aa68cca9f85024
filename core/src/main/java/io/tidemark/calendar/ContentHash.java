package io.tidemark.calendar;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A hash of numbers and texts in their order. */
final class ContentHash {
    private static final int BYTES_SHOWN = 8;

    private final MessageDigest digest;

    ContentHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    void add(long number) {
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, number));
    }

    void add(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        add(bytes.length);
        digest.update(bytes);
    }

    /** The first 64 bits of the SHA-256 hash, in hexadecimal. Ends the hash. */
    String text() {
        return HexFormat.of().formatHex(digest.digest(), 0, BYTES_SHOWN);
    }
}

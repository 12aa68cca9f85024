package io.tidemark.checkpoint;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What reading all files of a checkpoint showed.
 *
 * @param manifest the checkpoint
 * @param faults for each file that it names, chain first, what is wrong with it as a sentence, or empty
 * @param chainFault why the files of the chain do not give the state, or empty
 * @param fallbackFault the same of the fallback; empty where there is none
 */
public record CheckpointCheck(
        Manifest manifest, Map<Manifest.StateFile, String> faults, String chainFault, String fallbackFault) {
    /** How a checkpoint can be used. */
    public enum Use {
        /** All its files are whole. */
        WHOLE,
        /** A file of its fallback is damaged, and its chain is whole. */
        CHAIN_ONLY,
        /** A file of its chain is damaged, and its fallback is whole. */
        FALLBACK_ONLY,
        /** It cannot be read back. */
        DAMAGED
    }

    /** How the checkpoint can be used. */
    public Use use() {
        if (chainFault.isEmpty()) {
            return fallbackFault.isEmpty() ? Use.WHOLE : Use.CHAIN_ONLY;
        }
        return !manifest.fallback().isEmpty() && fallbackFault.isEmpty() ? Use.FALLBACK_ONLY : Use.DAMAGED;
    }

    /** All that is wrong, each as a sentence that names the file and the place. */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (String fault : faults.values()) {
            if (!fault.isEmpty()) {
                sentences.add(fault);
            }
        }
        for (String fault : List.of(chainFault, fallbackFault)) {
            if (!fault.isEmpty() && !sentences.contains(fault)) {
                sentences.add(fault);
            }
        }
        return sentences;
    }

    /** Reads all files that a manifest names to their ends. */
    static CheckpointCheck of(Manifest manifest, CheckpointFolder folder) throws IOException {
        Map<Manifest.StateFile, String> faults = new LinkedHashMap<>();
        Map<Manifest.StateFile, FileHeader> headers = new LinkedHashMap<>();
        try (ChainReader reader = new ChainReader(folder)) {
            for (List<Manifest.StateFile> chain : List.of(manifest.chain(), manifest.fallback())) {
                for (Manifest.StateFile file : chain) {
                    if (!faults.containsKey(file)) {
                        faults.put(file, read(manifest, file, reader, headers));
                    }
                }
            }
        }
        return new CheckpointCheck(
                manifest,
                faults,
                fault(manifest, manifest.chain(), faults, headers),
                manifest.fallback().isEmpty() ? "" : fault(manifest, manifest.fallback(), faults, headers));
    }

    private static String read(
            Manifest manifest,
            Manifest.StateFile file,
            ChainReader reader,
            Map<Manifest.StateFile, FileHeader> headers) {
        try {
            headers.put(file, reader.read(file, PartHandler.NONE));
            return "";
        } catch (NoSuchFileException e) {
            return file.name() + " is missing, and " + FileName.manifest(manifest.number()) + " names it.";
        } catch (IOException e) {
            return ManifestFiles.sentence(file.name(), e);
        }
    }

    private static String fault(
            Manifest manifest,
            List<Manifest.StateFile> chain,
            Map<Manifest.StateFile, String> faults,
            Map<Manifest.StateFile, FileHeader> headers) {
        for (Manifest.StateFile file : chain) {
            if (!faults.get(file).isEmpty()) {
                return faults.get(file);
            }
        }
        try {
            ChainReader.check(manifest, chain, chain.stream().map(headers::get).toList());
            return "";
        } catch (IOException e) {
            return ManifestFiles.sentence(FileName.manifest(manifest.number()), e);
        }
    }
}

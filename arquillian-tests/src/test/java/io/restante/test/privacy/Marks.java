package io.restante.test.privacy;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Texts that are to be found in some places and nowhere else, in whichever form. */
final class Marks {

  private static final int CHUNK = 4 << 20;
  private static final int LONGEST = 512;

  private final Map<String, List<String>> forms = new LinkedHashMap<>();

  /** Looks for the text as it is, in hexadecimal, and within base64, whatever stands before it. */
  Marks add(String name, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    List<String> found = new ArrayList<>();
    found.add(text);
    found.add(HexFormat.of().formatHex(bytes));
    found.add(HexFormat.of().withUpperCase().formatHex(bytes));
    for (int before = 0; before < 3; before++) {
      byte[] shifted = new byte[before + bytes.length];
      System.arraycopy(bytes, 0, shifted, before, bytes.length);
      String base64 = Base64.getEncoder().withoutPadding().encodeToString(shifted);
      // Its first and last characters also hold bits of what stands before and behind.
      found.add(base64.substring(before == 0 ? 0 : before + 1, base64.length() - 1));
    }
    forms.put(name, found);
    return this;
  }

  /** The names of the marks that are in the text. */
  Set<String> in(String text) {
    Set<String> names = new TreeSet<>();
    forms.forEach(
        (name, texts) -> {
          if (texts.stream().anyMatch(text::contains)) {
            names.add(name);
          }
        });
    return names;
  }

  /** The names of the marks that are in the file behind an offset. */
  Set<String> in(Path file, long from) throws IOException {
    Set<String> names = new TreeSet<>();
    try (InputStream bytes = new BufferedInputStream(Files.newInputStream(file))) {
      bytes.skipNBytes(from);
      String end = "";
      for (byte[] chunk = bytes.readNBytes(CHUNK);
          chunk.length > 0;
          chunk = bytes.readNBytes(CHUNK)) {
        String text = end + new String(chunk, StandardCharsets.ISO_8859_1);
        names.addAll(in(text));
        end = text.substring(Math.max(0, text.length() - LONGEST));
      }
    }
    return names;
  }
}

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Submits every regular file below a directory as an envelope, pulls all back by pages, compares
 * digests and order, acknowledges, and prints counts and times: {@code java docs/Demo.java DIR}.
 *
 * <p>Needs only a JDK and a running Restante, found by {@code RESTANTE_URL} and {@code
 * RESTANTE_TOKEN} (an administrator's), or by {@code RESTANTE_RUN_FILE}, unless set {@code
 * .restante/run.json}. Ends with 1 if anything differs from what it should be or a request fails,
 * with 2 if it was called wrongly.
 */
final class Demo {
  /** What the mailbox takes: the default. What is larger must be refused, and is counted. */
  private static final int MAX_ENVELOPE_BYTES = 262_144;

  /** More than any mailbox takes; such files travel alone, since the request is refused whole. */
  private static final int MAX_BATCHED_BYTES = 4 << 20;

  /** More than this is not read into memory for a request that is refused anyhow. */
  private static final int MAX_SENT_BYTES = 64 << 20;

  private static final int ITEMS = 100;
  private static final int BATCH_BYTES = 8 << 20;
  private static final int CREATED = 201;

  private final Rest admin;
  private final String name = "demo-" + Instant.now().toEpochMilli();
  private final String mailbox = "/domains/main/mailboxes/" + name;
  private final List<String> differences = new ArrayList<>();
  private final List<Sent> held = new ArrayList<>();
  private int tooLarge;
  private int requestsTooLarge;
  private int notSent;
  private long tooLargeBytes;

  private Demo(Rest admin) {
    this.admin = admin;
  }

  public static void main(String... arguments) throws IOException, InterruptedException {
    if (arguments.length != 1 || !Files.isDirectory(Path.of(arguments[0]))) {
      System.err.println("Usage: demo.sh DIR");
      System.exit(2);
    }
    Demo demo = new Demo(Rest.fromEnvironment());
    demo.run(Path.of(arguments[0]));
    demo.differences.stream().limit(20).forEach(text -> System.out.println("DIFFERENT: " + text));
    System.out.println(demo.differences.isEmpty() ? "All identical and in order." : "FAILED.");
    System.exit(demo.differences.isEmpty() ? 0 : 1);
  }

  private void run(Path directory) throws IOException, InterruptedException {
    List<Path> files = regularFiles(directory);
    say("Directory", "%s, %,d regular files", directory, files.size());
    saySizes(files);
    createMailbox(files);
    String sender = createSender();
    Rest asSender = admin.as(issueToken(sender));

    long start = System.nanoTime();
    submitAll(files, asSender);
    sayRate("Submitted", held.size(), heldBytes(), start);
    say("Refused", "%,d too large for the mailbox, %,d bytes", tooLarge, tooLargeBytes);
    say("Refused", "%,d too large for a request; not sent: %,d", requestsTooLarge, notSent);
    expect("count after submit", held.size(), count());

    start = System.nanoTime();
    List<Map<?, ?>> identities = pullAll(sender);
    sayRate("Pulled", identities.size(), heldBytes(), start);

    start = System.nanoTime();
    acknowledgeAll(identities);
    sayRate("Acknowledged", identities.size(), 0, start);
    expect("count after acknowledge", 0, count());
    if (differences.isEmpty()) {
      admin.call("DELETE", mailbox, null).require(204);
      admin.call("DELETE", "/principals/" + sender, null).require(204);
    }
  }

  private static List<Path> regularFiles(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      return paths
          .filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
          .filter(Files::isReadable)
          .sorted()
          .toList();
    }
  }

  private static void saySizes(List<Path> files) throws IOException {
    LongSummaryStatistics sizes = new LongSummaryStatistics();
    int empty = 0;
    for (Path file : files) {
      sizes.accept(Files.size(file));
      empty += Files.size(file) == 0 ? 1 : 0;
    }
    say(
        "Sizes",
        "%,d bytes on average, %,d at the most; %,d files are empty",
        (long) sizes.getAverage(),
        Math.max(0, sizes.getMax()),
        empty);
  }

  /** Large enough for all files that it takes. */
  private void createMailbox(List<Path> files) throws IOException, InterruptedException {
    long bytes = 1024;
    for (Path file : files) {
      long size = Files.size(file);
      bytes += size > MAX_ENVELOPE_BYTES ? 0 : size;
    }
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("maxPendingCount", Math.max(1, files.size()));
    settings.put("maxPendingBytes", bytes);
    settings.put("maxEnvelopeBytes", MAX_ENVELOPE_BYTES);
    admin.call("PUT", mailbox, settings).require(CREATED);
  }

  private String createSender() throws IOException, InterruptedException {
    Map<?, ?> principal =
        admin
            .call("POST", "/principals", Map.of("name", name, "kind", "APPLICATION"))
            .require(CREATED);
    String id = (String) principal.get("principalId");
    Map<String, Object> grant =
        Map.of("domain", "main", "capability", "mailbox:submit", "resource", "mailboxes/" + name);
    admin
        .with("If-Match", "\"" + principal.get("policyEpoch") + "\"")
        .call("PUT", "/principals/" + id + "/grants", Map.of("grants", List.of(grant)))
        .require(200);
    return id;
  }

  private String issueToken(String principal) throws IOException, InterruptedException {
    return (String)
        admin
            .call("POST", "/principals/" + principal + "/tokens", Map.of())
            .require(CREATED)
            .get("token");
  }

  /** One request after the other, so that the order of the files is the order of the sender. */
  private void submitAll(List<Path> files, Rest sender) throws IOException, InterruptedException {
    List<Sent> batch = new ArrayList<>();
    long bytes = 0;
    for (int i = 0; i < files.size(); i++) {
      long size = Files.size(files.get(i));
      if (size > MAX_SENT_BYTES) {
        notSent++;
        continue;
      }
      Sent sent = Sent.of("file-" + i, files.get(i));
      if (sent.body().length > MAX_BATCHED_BYTES) {
        submitAlone(sent, sender);
        continue;
      }
      if (batch.size() == ITEMS || bytes + sent.body().length > BATCH_BYTES) {
        submit(batch, sender);
        batch.clear();
        bytes = 0;
      }
      batch.add(sent);
      bytes += sent.body().length;
    }
    submit(batch, sender);
  }

  private void submit(List<Sent> batch, Rest sender) throws IOException, InterruptedException {
    if (batch.isEmpty()) {
      return;
    }
    List<Map<String, Object>> items =
        batch.stream()
            .map(
                sent ->
                    Map.<String, Object>of(
                        "mailbox", name, "messageId", sent.messageId(), "body", sent.base64()))
            .toList();
    Map<?, ?> answer =
        sender.call("POST", "/domains/main/envelopes", Map.of("items", items)).require(200);
    List<?> results = (List<?>) answer.get("items");
    for (int i = 0; i < batch.size(); i++) {
      Map<?, ?> result = (Map<?, ?>) results.get(i);
      Map<?, ?> problem = (Map<?, ?>) result.get("problem");
      settle(batch.get(i), problem == null ? "" + result.get("status") : "" + problem.get("code"));
    }
  }

  private void submitAlone(Sent sent, Rest sender) throws IOException, InterruptedException {
    Answer answer =
        sender.call(
            "POST",
            mailbox + "/envelopes",
            Map.of("messageId", sent.messageId(), "body", sent.base64()));
    settle(sent, "" + answer.json().get("code"));
  }

  private void settle(Sent sent, String outcome) {
    boolean fits = sent.body().length <= MAX_ENVELOPE_BYTES;
    if (fits && outcome.equals("" + CREATED)) {
      held.add(sent.withoutBody());
    } else if (!fits && outcome.equals("ENVELOPE_TOO_LARGE")) {
      tooLarge++;
      tooLargeBytes += sent.body().length;
    } else if (sent.body().length > MAX_BATCHED_BYTES && outcome.equals("PAYLOAD_TOO_LARGE")) {
      requestsTooLarge++;
    } else {
      differences.add(sent.file() + " of " + sent.body().length + " bytes: " + outcome);
    }
  }

  /** Compares each envelope with what was sent, and returns their identities. */
  private List<Map<?, ?>> pullAll(String sender) throws IOException, InterruptedException {
    List<Map<?, ?>> identities = new ArrayList<>();
    String cursor = "";
    long sequence = 0;
    boolean more = true;
    while (more) {
      Map<?, ?> page =
          admin.call("GET", mailbox + "/envelopes?limit=" + ITEMS + cursor, null).require(200);
      for (Object element : (List<?>) page.get("envelopes")) {
        Map<?, ?> envelope = (Map<?, ?>) element;
        compare(identities.size(), envelope, sender);
        long next = ((Number) envelope.get("sequence")).longValue();
        if (next <= sequence) {
          differences.add("sequence " + next + " after " + sequence);
        }
        sequence = next;
        identities.add(Map.of("sender", sender, "messageId", envelope.get("messageId")));
      }
      cursor = "&cursor=" + page.get("nextCursor");
      more = (Boolean) page.get("hasMore");
    }
    expect("envelopes pulled", held.size(), identities.size());
    return identities;
  }

  private void compare(int index, Map<?, ?> envelope, String sender) {
    if (index >= held.size()) {
      differences.add("unexpected envelope " + envelope.get("messageId"));
      return;
    }
    Sent sent = held.get(index);
    if (!sent.messageId().equals(envelope.get("messageId"))) {
      differences.add(envelope.get("messageId") + " in the place of " + sent.messageId());
    } else if (!sender.equals(envelope.get("sender"))) {
      differences.add(sent.file() + " came back from another sender");
    } else if (!Arrays.equals(
        sent.digest(), Sent.sha256(Base64.getDecoder().decode((String) envelope.get("body"))))) {
      differences.add(sent.file() + " came back with another content");
    }
  }

  private void acknowledgeAll(List<Map<?, ?>> identities) throws IOException, InterruptedException {
    for (int from = 0; from < identities.size(); from += ITEMS) {
      List<Map<?, ?>> items = identities.subList(from, Math.min(from + ITEMS, identities.size()));
      Map<?, ?> answer =
          admin.call("POST", mailbox + "/acknowledgements", Map.of("items", items)).require(200);
      for (Object element : (List<?>) answer.get("items")) {
        Map<?, ?> item = (Map<?, ?>) element;
        if (!"COMMITTED".equals(item.get("result"))) {
          differences.add(item.get("messageId") + " acknowledged: " + item.get("result"));
        }
      }
    }
  }

  private long count() throws IOException, InterruptedException {
    Map<?, ?> answer = admin.call("GET", mailbox + "/envelopes/count", null).require(200);
    return ((Number) answer.get("count")).longValue();
  }

  private void expect(String what, long expected, long found) {
    if (expected != found) {
      differences.add(what + ": " + found + " instead of " + expected);
    }
  }

  private long heldBytes() {
    return held.stream().mapToLong(Sent::size).sum();
  }

  private static void sayRate(String what, int envelopes, long bytes, long startNanos) {
    long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
    String size = bytes == 0 ? "" : String.format(", %,d bytes", bytes);
    say(
        what,
        "%,d envelopes%s in %.1f s: %,d per second",
        envelopes,
        size,
        millis / 1000.0,
        envelopes * 1000L / millis);
  }

  private static void say(String what, String format, Object... values) {
    System.out.printf("%-14s", what);
    System.out.printf(format + "%n", values);
  }

  /** A file as it was sent; its body is kept only until that is done. */
  private record Sent(String messageId, Path file, byte[] body, byte[] digest, long size) {
    static Sent of(String messageId, Path file) throws IOException {
      byte[] body = Files.readAllBytes(file);
      return new Sent(messageId, file, body, sha256(body), body.length);
    }

    Sent withoutBody() {
      return new Sent(messageId, file, null, digest, size);
    }

    String base64() {
      return Base64.getEncoder().encodeToString(body);
    }

    static byte[] sha256(byte[] bytes) {
      try {
        return MessageDigest.getInstance("SHA-256").digest(bytes);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** An answer of Restante. */
  private record Answer(String request, int status, String body) {
    Map<?, ?> json() {
      return body.isEmpty() ? Map.of() : (Map<?, ?>) new JsonReader(body).read();
    }

    Map<?, ?> require(int expected) {
      if (status != expected) {
        throw new IllegalStateException(request + " answered " + status + ": " + body);
      }
      return json();
    }
  }

  /** Speaks to Restante with the headers of a caller. */
  private record Rest(HttpClient http, String url, Map<String, String> headers) {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    static Rest fromEnvironment() throws IOException {
      String url = System.getenv("RESTANTE_URL");
      String token = System.getenv("RESTANTE_TOKEN");
      if (url == null || token == null) {
        Path file =
            Path.of(System.getenv().getOrDefault("RESTANTE_RUN_FILE", ".restante/run.json"));
        if (!Files.exists(file)) {
          System.err.println("No " + file + ": start ./mvnw -Prun, or set RESTANTE_URL and _TOKEN");
          System.exit(2);
        }
        Map<?, ?> run = (Map<?, ?>) new JsonReader(Files.readString(file)).read();
        url = (String) run.get("baseUrl");
        token = (String) run.get("adminToken");
      }
      HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
      return new Rest(http, url, Map.of("Content-Type", "application/json")).as(token);
    }

    Rest as(String token) {
      return with("Authorization", "Bearer " + token);
    }

    Rest with(String header, String value) {
      Map<String, String> more = new LinkedHashMap<>(headers);
      more.put(header, value);
      return new Rest(http, url, more);
    }

    /**
     * @param body written as JSON; null for none
     */
    Answer call(String method, String path, Object body) throws IOException, InterruptedException {
      HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path)).timeout(LIMIT);
      headers.forEach(request::setHeader);
      request.method(
          method,
          body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(JsonReader.text(body)));
      HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
      return new Answer(method + " " + path, answer.statusCode(), answer.body());
    }
  }

  /** As much JSON as this program meets. */
  private static final class JsonReader {
    private final String text;
    private int at;

    JsonReader(String text) {
      this.text = text;
    }

    /** Maps, lists, strings without characters that need escaping, and numbers, as JSON. */
    static String text(Object value) {
      if (value instanceof Map<?, ?> map) {
        return map.entrySet().stream()
            .map(entry -> text(entry.getKey()) + ":" + text(entry.getValue()))
            .collect(Collectors.joining(",", "{", "}"));
      }
      if (value instanceof List<?> list) {
        return list.stream().map(JsonReader::text).collect(Collectors.joining(",", "[", "]"));
      }
      return value instanceof String ? '"' + (String) value + '"' : String.valueOf(value);
    }

    Object read() {
      return switch (peek()) {
        case '{' -> readObject();
        case '[' -> readList();
        case '"' -> readString();
        default -> readWord();
      };
    }

    private Map<String, Object> readObject() {
      Map<String, Object> object = new LinkedHashMap<>();
      at++;
      while (peek() != '}') {
        String key = readString();
        peek();
        at++;
        object.put(key, read());
        skipComma();
      }
      at++;
      return object;
    }

    private List<Object> readList() {
      List<Object> list = new ArrayList<>();
      at++;
      while (peek() != ']') {
        list.add(read());
        skipComma();
      }
      at++;
      return list;
    }

    private String readString() {
      StringBuilder string = new StringBuilder();
      at++;
      while (text.charAt(at) != '"') {
        int end = at;
        while (text.charAt(end) != '"' && text.charAt(end) != '\\') {
          end++;
        }
        string.append(text, at, end);
        at = end;
        if (text.charAt(at) == '\\') {
          string.append(readEscape());
        }
      }
      at++;
      return string.toString();
    }

    private char readEscape() {
      char escaped = text.charAt(at + 1);
      at += 2;
      if (escaped == 'u') {
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
      }
      int known = "nrtbf".indexOf(escaped);
      return known < 0 ? escaped : "\n\r\t\b\f".charAt(known);
    }

    private Object readWord() {
      int start = at;
      while (at < text.length() && ",]} \n\r\t".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      String word = text.substring(start, at);
      return switch (word) {
        case "null" -> null;
        case "true", "false" -> Boolean.valueOf(word);
        default -> Long.valueOf(word);
      };
    }

    private char peek() {
      while (Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      return text.charAt(at);
    }

    private void skipComma() {
      if (peek() == ',') {
        at++;
      }
    }
  }
}

package io.restante.test.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ScreenshotAnimations;
import io.restante.server.WildFlyServer;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.outbox.GivenUpEvent;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Takes the pictures of docs/console.md: does in the management console, with a headless browser,
 * what an administrator does. Not part of the build; docs/console.md says how to run it.
 */
class ConsolePicturesIT {

  private static final Path IMAGES = Path.of(System.getProperty("restante.pictures"));
  private static final Path CHROMIUM = Path.of(System.getProperty("restante.chromium"));

  private static Playwright playwright;
  private static Browser browser;
  private static Page page;

  @BeforeAll
  static void openConsole() {
    TestServer.start();
    WildFlyServer server = TestServer.process();
    playwright =
        Playwright.create(
            new Playwright.CreateOptions()
                .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(CHROMIUM)
                    .setArgs(List.of("--no-sandbox")));
    page =
        browser
            .newContext(
                new Browser.NewContextOptions()
                    .setHttpCredentials(server.consoleUser(), server.consolePassword())
                    .setViewportSize(1_100, 560))
            .newPage();
    page.setDefaultTimeout(60_000);
  }

  @AfterAll
  static void close() {
    browser.close();
    playwright.close();
  }

  /** The move is carried out: the event is tried again, and done. */
  @Test
  void deadLetterIsMovedToRedrive() throws SQLException {
    GivenUpEvent event = new GivenUpEvent();
    open("jms-queue;msg-server=default;name=restante.dlq.ack");
    Locator letter = page.locator(".list-pf-item").first();
    letter.waitFor();
    take("console-dead-letters.png");

    letter.locator(".dropdown-toggle").click();
    page.locator("a:text-is('Move'):visible").click();
    Locator queue = page.locator("#jms-message-move-form-other-queue-name-editing");
    queue.pressSequentially("restante.redrive");
    queue.press("Tab");
    page.locator(".modal-footer:visible .btn-primary").waitFor();
    take("console-move.png");
    page.locator(".modal-footer:visible .btn-primary").click();

    page.locator("h1:text-is('No items')").waitFor();
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(event.column("state")).isEqualTo("DONE"));
    assertThat(event.home().pendingIds()).containsExactly("m1");
    assertThat(RestClient.admin().get("/admin/outbox").expect(200).json().path("dead")).isEmpty();
  }

  @Test
  void timerOfABean() {
    open(
        "ejb3-runtime;deployment=restante.ear;subdeployment=restante-ejb.jar;type=singleton"
            + ";name=OutboxDispatcher");
    page.locator("a:has-text('Timers'):visible").first().click();
    page.locator("td:has-text('publish outbox events')").click();
    page.locator("text=Day Of Month >> visible=true").first().waitFor();
    take("console-timers.png");
  }

  @Test
  void configSource() {
    open("micro-profile-config");
    page.locator("td:text-is('restante')").click();
    page.locator("text=Ordinal >> visible=true").last().waitFor();
    take("console-config-source.png");
  }

  @Test
  void statisticsOfTheDatasource() {
    open(
        "runtime;path=standalone-server-column~standalone-host-localhost!rss~datasources"
            + "!ds-runtime~non-xa-dsr-restanteds");
    page.locator("text=Connection Pool").waitFor();
    take("console-datasource.png");
  }

  /** A page of the console, by the address that a bookmark would have. */
  private static void open(String token) {
    page.navigate("about:blank");
    page.navigate(TestServer.process().consoleUri() + "/index.html#" + token);
  }

  private static void take(String file) {
    page.mouse().move(0, 0);
    page.screenshot(
        new Page.ScreenshotOptions()
            .setAnimations(ScreenshotAnimations.DISABLED)
            .setPath(IMAGES.resolve(file)));
  }
}

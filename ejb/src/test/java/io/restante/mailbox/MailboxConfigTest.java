package io.restante.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.config.ConfigurationException;
import io.restante.config.MapConfig;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MailboxConfigTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "restante.mailbox.ttl.minimum       | PT0.5S  | PT1S to PT24H",
        "restante.mailbox.ttl.maximum       | P31D    | PT24H to PT720H",
        "restante.mailbox.ttl.maximum       | 30 days | PT24H to PT720H",
        "restante.mailbox.full.retry-after  | PT2H    | PT1S to PT1H",
        "restante.mailbox.tombstone.max-age | always  | PT1S to PT87600H",
        "restante.mailbox.protocol-versions | 1;2     | whole numbers with commas between"
      })
  void badSettingIsRefusedAndNamed(String key, String value, String allowed) {
    assertThatThrownBy(() -> MailboxConfig.read(MapConfig.settings(Map.of(key, value))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("Setting " + key + " is \"" + value + "\"; allowed is ")
        .hasMessageContaining(allowed);
  }

  @Test
  void goodSettingsAreTaken() {
    MailboxConfig config =
        MailboxConfig.read(
            MapConfig.settings(
                Map.of(
                    "restante.mailbox.ttl.minimum", "PT1S",
                    "restante.mailbox.tombstone.max-age", "never",
                    "restante.mailbox.protocol-versions", "1, 2")));

    assertThat(config.minTtl()).isEqualTo(Duration.ofSeconds(1));
    assertThat(config.tombstoneMaxAge()).isEmpty();
    assertThat(config.protocolVersions()).containsExactlyInAnyOrder(1, 2);
  }
}

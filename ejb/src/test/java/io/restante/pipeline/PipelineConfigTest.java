package io.restante.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.config.ConfigurationException;
import io.restante.config.MapConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PipelineConfigTest {

  @Test
  void boundsOfTheDesignHoldWhereNothingIsSet() {
    PipelineConfig config = PipelineConfig.read(MapConfig.settings(Map.of()));

    assertThat(config.batchUnits()).isEqualTo(256);
    assertThat(config.batchBytes()).isEqualTo(4 << 20);
    assertThat(config.waitingRequests()).isEqualTo(10_000);
    assertThat(config.waitingBytes()).isEqualTo(64 << 20);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "restante.pipeline.workers          | 0    | 1 to 64",
        "restante.pipeline.batch-units      | 5000 | 1 to 4096",
        "restante.pipeline.batch-bytes      | 4MiB | a whole number of 1 to 268435456",
        "restante.pipeline.waiting-requests | -1   | 1 to 1000000",
        "restante.pipeline.waiting-bytes    | 0    | 1 to 4294967296"
      })
  void badSettingIsRefusedAndNamed(String key, String value, String allowed) {
    assertThatThrownBy(() -> PipelineConfig.read(MapConfig.settings(Map.of(key, value))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("Setting " + key + " is \"" + value + "\"; allowed is ")
        .hasMessageContaining(allowed);
  }
}

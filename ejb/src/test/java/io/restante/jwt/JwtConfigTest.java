package io.restante.jwt;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.config.ConfigurationException;
import io.restante.config.MapConfig;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JwtConfigTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "restante.jwt.clock-skew | PT6M  | PT0S to PT5M",
        "restante.jwt.algorithms | HS256 | some of [ES256, ",
        "restante.jwt.algorithms | none  | some of [ES256, "
      })
  void badSettingIsRefusedAndNamed(String key, String value, String allowed) {
    assertThatThrownBy(() -> JwtConfig.read(MapConfig.settings(Map.of(key, value))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("Setting " + key + " is \"" + value + "\"; allowed is ")
        .hasMessageContaining(allowed);
  }
}

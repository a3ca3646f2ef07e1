package io.restante.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.error.ErrorCode;
import java.nio.file.Path;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysTest {
  private static final byte[] PLAIN = {1, 2, 3};

  @TempDir private Path directory;
  private Keys keys;
  private byte[] sealed;
  private long named;

  @BeforeEach
  void seal() {
    keys = Keys.at(directory.resolve("keys.json"));
    sealed = keys.seal(PLAIN, "p");
    named = keys.primarySealingKey();
  }

  @Test
  void opensWhatItsRowNamesRightly() {
    assertThat(keys.open(sealed, named, "p")).hasValue(PLAIN);
    assertThat(keys.open(sealed, named, "q")).isEmpty();
  }

  @Test
  void keyThatIsNotHereIsNoDamage() {
    Keys others = Keys.at(directory.resolve("others.json"));

    assertThatThrownBy(() -> others.open(sealed, named, "p"))
        .asInstanceOf(InstanceOfAssertFactories.type(MissingKeyException.class))
        .extracting(MissingKeyException::code)
        .isEqualTo(ErrorCode.UNAVAILABLE);
  }

  @Test
  void rowThatNamesAnotherKeyThanItsBytesIsDamaged() {
    Keys others = Keys.at(directory.resolve("others.json"));

    assertThat(keys.open(sealed, named + 1, "p")).isEmpty();
    assertThat(others.open(sealed, others.primarySealingKey(), "p")).isEmpty();
    assertThat(others.open(PLAIN, named, "p")).isEmpty();
  }
}

package io.restante.test.harness;

import io.restante.server.EmbeddedMariaDb;

/** A schema of another application beside Restante's, for tests with a second deployment. */
final class OtherSchema {

  private OtherSchema() {}

  static EmbeddedMariaDb.Builder in(EmbeddedMariaDb.Builder database) {
    return database
        .statement("CREATE DATABASE IF NOT EXISTS shop CHARACTER SET utf8mb4")
        .statement(
            "CREATE TABLE IF NOT EXISTS shop.booking (id BIGINT AUTO_INCREMENT PRIMARY KEY,"
                + " order_id VARCHAR(200) NOT NULL COLLATE utf8mb4_nopad_bin, KEY (order_id))"
                + " ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin")
        .statement("GRANT ALL ON shop.* TO restante@127.0.0.1");
  }
}

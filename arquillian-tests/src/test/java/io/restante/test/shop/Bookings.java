package io.restante.test.shop;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The shop's own table, in a schema of its own of Restante's database. */
@Stateless
public class Bookings {
  @Resource(lookup = "java:jboss/datasources/RestanteDS")
  private DataSource dataSource;

  /** In the transaction that runs: its only effect is this row. */
  public void book(String order) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO shop.booking (order_id) VALUES (?)")) {
      insert.setString(1, order);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public int count(String order) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement query =
            connection.prepareStatement("SELECT COUNT(*) FROM shop.booking WHERE order_id = ?")) {
      query.setString(1, order);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}

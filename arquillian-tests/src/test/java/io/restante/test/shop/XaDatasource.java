package io.restante.test.shop;

import static io.restante.test.harness.Management.operation;

import io.restante.test.harness.Management;
import org.jboss.dmr.ModelNode;
import org.jboss.dmr.ValueExpression;

/** A datasource of the shop's own, as its administrator adds it: an XA datasource. */
public final class XaDatasource {
  public static final String JNDI_NAME = "java:jboss/datasources/ShopXA";

  private static final String[] ADDRESS = {"subsystem", "datasources", "xa-data-source", "ShopXA"};

  private XaDatasource() {}

  /** Adds it to a server, for the database that Restante has; harmless to repeat. */
  public static void addTo(Management management) {
    if (management.exists(ADDRESS)) {
      return;
    }
    ModelNode add = operation("add", ADDRESS);
    add.get("jndi-name").set(JNDI_NAME);
    add.get("driver-name").set("mariadb");
    add.get("xa-datasource-class").set("org.mariadb.jdbc.MariaDbDataSource");
    add.get("user-name").set(new ValueExpression("${env.RESTANTE_DB_USER}"));
    add.get("password").set(new ValueExpression("${env.RESTANTE_DB_PASSWORD}"));
    add.get("transaction-isolation").set("TRANSACTION_READ_COMMITTED");
    ModelNode url =
        operation(
            "add",
            ADDRESS[0],
            ADDRESS[1],
            ADDRESS[2],
            ADDRESS[3],
            "xa-datasource-properties",
            "Url");
    url.get("value").set(new ValueExpression("${env.RESTANTE_DB_URL}"));
    ModelNode both = operation("composite");
    both.get("steps").add(add);
    both.get("steps").add(url);
    management.execute(both);
  }
}

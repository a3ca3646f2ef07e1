package io.restante.test.harness;

import java.io.File;
import java.net.URISyntaxException;
import net.bytebuddy.ByteBuddy;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.hamcrest.Matcher;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.Asset;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * Archives for tests that run inside the shared server, next to the deployed EAR, and call its
 * session beans.
 */
public final class InsideServer {

  /**
   * The classes of the EAR and of its beans, and only those: the archive carries no copy of them.
   */
  private static final String DEPENDENCIES =
      """
      <jboss-deployment-structure xmlns="urn:jboss:deployment-structure:1.3">
        <deployment>
          <dependencies>
            <module name="deployment.restante.ear"/>
            <module name="deployment.restante.ear.restante-ejb.jar"/>
          </dependencies>
        </deployment>
      </jboss-deployment-structure>
      """;

  private InsideServer() {}

  /**
   * A web archive with the test, AssertJ and more classes of the tests. The test gets beans of the
   * EAR by {@code @EJB(lookup = "java:global/restante/restante-ejb/<Bean>!<interface>")}.
   */
  public static WebArchive archive(Class<?> test, Class<?>... more) {
    return ShrinkWrap.create(WebArchive.class, test.getSimpleName() + ".war")
        .addClass(test)
        .addClasses(more)
        .addAsLibraries(
            jarOf(Assertions.class),
            jarOf(ByteBuddy.class),
            jarOf(Awaitility.class),
            jarOf(Matcher.class))
        .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml")
        .addAsWebInfResource(dependencies(), "jboss-deployment-structure.xml");
  }

  /** What makes a deployment one that uses Restante's. */
  public static Asset dependencies() {
    return new StringAsset(DEPENDENCIES);
  }

  /** The jar that a class was loaded from, to be packed as a library. */
  public static File jarOf(Class<?> type) {
    try {
      return new File(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}

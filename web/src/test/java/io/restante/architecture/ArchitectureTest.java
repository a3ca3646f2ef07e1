package io.restante.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.restante.database.LeftToNextRound;
import io.restante.outbox.EventConsumer;
import io.restante.ratelimit.RateLimit;
import io.restante.start.StartCompletion;
import io.restante.time.ServerClock;
import io.restante.web.access.WhoAmIResource;
import io.restante.web.request.Limited;
import jakarta.ejb.DependsOn;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.interceptor.Interceptors;
import jakarta.persistence.Entity;
import jakarta.transaction.Transactional;
import jakarta.transaction.UserTransaction;
import jakarta.ws.rs.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Set;

/** What the architecture promises of every class of api, ejb and web. */
@AnalyzeClasses(packages = "io.restante", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final Set<Class<?>> DATES =
      Set.of(
          Instant.class,
          LocalDate.class,
          LocalDateTime.class,
          OffsetDateTime.class,
          ZonedDateTime.class);

  @ArchTest
  static final ArchRule featuresAreFreeOfCycles =
      slices().matching("io.restante.(*)..").namingSlices("feature $1").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule webFeaturesAreFreeOfCycles =
      slices().matching("io.restante.web.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule nothingDependsOnWeb =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.restante.web..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.restante.web..");

  @ArchTest
  static final ArchRule webTouchesNoPersistence =
      noClasses()
          .that()
          .resideInAPackage("io.restante.web..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "jakarta.persistence..",
              "jakarta.transaction..",
              "java.sql..",
              "javax.sql..",
              "org.hibernate..");

  @ArchTest
  static final ArchRule administratorsRoutesAreCountedAsSuch =
      classes()
          .that()
          .resideInAnyPackage(
              "io.restante.web.admin..", "io.restante.web.access..", "io.restante.web.domain..")
          .and()
          .areAnnotatedWith(Path.class)
          .and()
          .doNotBelongToAnyOf(WhoAmIResource.class)
          .should()
          .beAnnotatedWith(
              DescribedPredicate.describe(
                  "@Limited(ADMINISTRATION)",
                  (JavaAnnotation<?> a) ->
                      a.getRawType().isEquivalentTo(Limited.class)
                          && a.as(Limited.class).value() == RateLimit.ADMINISTRATION));

  /** What it does not wait for may refuse while timers already call session beans. */
  @ArchTest
  static void startIsCompleteAfterAllThatMayRefuse(JavaClasses all) {
    assertThat(StartCompletion.class.getAnnotation(DependsOn.class).value())
        .containsExactlyInAnyOrderElementsOf(
            all.stream()
                .filter(bean -> bean.isAnnotatedWith(Startup.class))
                .filter(bean -> !bean.isEquivalentTo(StartCompletion.class))
                .map(JavaClass::getSimpleName)
                .toList());
  }

  @ArchTest
  static final ArchRule timersWaitForTheStart =
      methods()
          .that()
          .areAnnotatedWith(Schedule.class)
          .should()
          .beDeclaredInClassesThat()
          .areAnnotatedWith(
              DescribedPredicate.describe(
                  "@Interceptors(LeftToNextRound.class)",
                  (JavaAnnotation<?> a) ->
                      a.getRawType().isEquivalentTo(Interceptors.class)
                          && Set.of(a.as(Interceptors.class).value())
                              .contains(LeftToNextRound.class)));

  @ArchTest
  static final ArchRule onlySessionAndMessageBeansSetTransactions =
      classes()
          .that()
          .areAnnotatedWith(TransactionAttribute.class)
          .should()
          .beAnnotatedWith(Stateless.class)
          .orShould()
          .beAnnotatedWith(Singleton.class)
          .orShould()
          .beAnnotatedWith(MessageDriven.class);

  @ArchTest
  static final ArchRule onlyMethodsOfSessionAndMessageBeansSetTransactions =
      methods()
          .that()
          .areAnnotatedWith(TransactionAttribute.class)
          .should()
          .beDeclaredInClassesThat()
          .areAnnotatedWith(Stateless.class)
          .orShould()
          .beDeclaredInClassesThat()
          .areAnnotatedWith(MessageDriven.class)
          .orShould()
          .beDeclaredIn(EventConsumer.class); // which only message beans extend

  @ArchTest
  static final ArchRule onlyMessageBeansConsumeEvents =
      classes()
          .that()
          .areAssignableTo(EventConsumer.class)
          .and()
          .doNotHaveModifier(JavaModifier.ABSTRACT)
          .should()
          .beAnnotatedWith(MessageDriven.class);

  @ArchTest
  static final ArchRule nobodyBeginsTransactionsByHand =
      noClasses()
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(UserTransaction.class, Transactional.class);

  @ArchTest
  static final ArchRule onlyTheClockReadsTheSystemsTime =
      noClasses()
          .that(
              DescribedPredicate.describe(
                  "are not the clock", c -> !c.getName().startsWith(ServerClock.class.getName())))
          .should()
          .callMethodWhere(
              DescribedPredicate.describe(
                  "it reads the system's time", ArchitectureTest::readsSystemTime))
          .orShould()
          .callConstructor(Date.class);

  @ArchTest
  static final ArchRule entitiesHaveNoPublicMethods =
      noMethods()
          .that()
          .areDeclaredInClassesThat()
          .areAnnotatedWith(Entity.class)
          .should()
          .bePublic();

  @ArchTest
  static final ArchRule nothingIsCalledByANameThatSaysNothing =
      noClasses()
          .should(
              com.tngtech.archunit.lang.conditions.ArchConditions.be(
                  DescribedPredicate.describe(
                      "called Impl, Manager, Helper or Util",
                      (JavaClass c) ->
                          c.getSimpleName().matches(".*(Impl|Manager|Helper|Utils?)"))));

  private static boolean readsSystemTime(JavaCall<?> call) {
    String name = call.getName();
    JavaClass owner = call.getTargetOwner();
    boolean argumentless = call.getTarget().getRawParameterTypes().isEmpty();
    return (name.equals("currentTimeMillis") && owner.isEquivalentTo(System.class))
        || (owner.isEquivalentTo(Clock.class)
            && (name.startsWith("system") || name.startsWith("tick")))
        || (name.equals("now") && argumentless && DATES.stream().anyMatch(owner::isEquivalentTo));
  }
}

package io.restante.test.access;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** The routes that the resource classes in the deployed EAR declare by their annotations. */
final class DeclaredRoutes {

  private static final String CONTEXT = "/restante";
  private static final String CLASSES = "WEB-INF/classes/";

  private DeclaredRoutes() {}

  /**
   * @param ear the deployed archive
   * @param scratch an empty directory to unpack the classes into
   */
  static NavigableSet<Route> read(java.nio.file.Path ear, java.nio.file.Path scratch)
      throws IOException, ReflectiveOperationException {
    List<String> names = unpackWar(ear, scratch);
    NavigableSet<Route> routes = new TreeSet<>();
    try (URLClassLoader classes =
        new URLClassLoader(
            new URL[] {scratch.toUri().toURL()}, DeclaredRoutes.class.getClassLoader())) {
      for (String name : names) {
        addRoutes(routes, Class.forName(name, false, classes));
      }
    }
    return routes;
  }

  private static void addRoutes(NavigableSet<Route> routes, Class<?> resource) {
    Path path = resource.getAnnotation(Path.class);
    if (path != null) {
      for (Method method : resource.getDeclaredMethods()) {
        httpMethod(method)
            .map(http -> new Route(http, template(path, method.getAnnotation(Path.class))))
            .ifPresent(routes::add);
      }
    }
  }

  private static Optional<String> httpMethod(Method method) {
    return Stream.of(method.getAnnotations())
        .map(Annotation::annotationType)
        .map(type -> type.getAnnotation(HttpMethod.class))
        .filter(http -> http != null)
        .map(HttpMethod::value)
        .findFirst();
  }

  private static String template(Path ofClass, Path ofMethod) {
    return CONTEXT + ofClass.value() + (ofMethod == null ? "" : "/" + ofMethod.value());
  }

  /** Unpacks the classes of the web archive and returns their names. */
  private static List<String> unpackWar(java.nio.file.Path ear, java.nio.file.Path scratch)
      throws IOException {
    List<String> names = new ArrayList<>();
    try (ZipInputStream outer = new ZipInputStream(Files.newInputStream(ear))) {
      for (ZipEntry entry = outer.getNextEntry(); entry != null; entry = outer.getNextEntry()) {
        if (entry.getName().endsWith(".war")) {
          unpackClasses(outer, scratch, names);
        }
      }
    }
    return names;
  }

  private static void unpackClasses(
      InputStream archive, java.nio.file.Path scratch, List<String> names) throws IOException {
    // Not closed: that would close the archive around it, which its owner does.
    ZipInputStream war = new ZipInputStream(archive);
    for (ZipEntry entry = war.getNextEntry(); entry != null; entry = war.getNextEntry()) {
      if (entry.getName().startsWith(CLASSES) && entry.getName().endsWith(".class")) {
        String file = entry.getName().substring(CLASSES.length());
        java.nio.file.Path target = scratch.resolve(file);
        Files.createDirectories(target.getParent());
        Files.write(target, war.readAllBytes());
        names.add(file.substring(0, file.length() - ".class".length()).replace('/', '.'));
      }
    }
  }
}

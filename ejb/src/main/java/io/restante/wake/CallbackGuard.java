package io.restante.wake;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Decides where callbacks may go, so that nobody makes this server call what only it can reach: the
 * host has to be listed, and every address that its name has at this moment has to be public or
 * listed. Who connects uses the addresses that were checked, and looks nothing up again.
 */
final class CallbackGuard {
  private final Supplier<AllowedHosts> allowed;
  private final Resolver resolver;

  CallbackGuard(Supplier<AllowedHosts> allowed, Resolver resolver) {
    this.allowed = allowed;
    this.resolver = resolver;
  }

  /** Asks a name service; waits for it. */
  interface Resolver {
    InetAddress[] addresses(String host) throws UnknownHostException;
  }

  /**
   * The addresses that a callback may be sent to now, in the order of the name service.
   *
   * @throws CallbackRefusedException if there are none
   */
  List<InetAddress> resolve(CallbackUrl url) throws CallbackRefusedException {
    AllowedHosts list = allowed.get();
    if (!list.lists(url)) {
      throw new CallbackRefusedException(CallbackRefusedException.HOST);
    }
    List<InetAddress> addresses = addresses(url);
    boolean all =
        addresses.stream().allMatch(address -> list.permits(address, url.effectivePort()));
    if (addresses.isEmpty() || !all) {
      throw new CallbackRefusedException(CallbackRefusedException.ADDRESS);
    }
    return addresses;
  }

  private List<InetAddress> addresses(CallbackUrl url) throws CallbackRefusedException {
    if (url.literal().isPresent()) {
      return List.of(url.literal().get());
    }
    try {
      return List.of(resolver.addresses(url.host()));
    } catch (UnknownHostException e) {
      throw new CallbackRefusedException(CallbackRefusedException.UNKNOWN);
    }
  }
}

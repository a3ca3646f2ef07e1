package io.restante.bench;

import java.util.function.Supplier;

/** Measures Restante's rate, and what each process pays for one message. */
record Costs(Servers servers, Figures figures) {
  Load measure(String figure, Supplier<Load> scenario) {
    Servers.Cpu before = servers.cpu();
    Load load = scenario.get();
    Servers.Cpu cpu = servers.cpu().since(before);
    double messages = Math.max(1, load.messages());
    figures.add(figure + ".restante", load.perSecond());
    figures.add(figure + ".cpuMicrosServer", cpu.server().toNanos() / 1e3 / messages);
    figures.add(figure + ".cpuMicrosDatabase", cpu.database().toNanos() / 1e3 / messages);
    figures.add(figure + ".cpuMicrosDriver", cpu.driver().toNanos() / 1e3 / messages);
    return load;
  }
}

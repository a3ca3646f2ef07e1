/**
 * The benchmark. {@link io.restante.bench.Bench} starts one MariaDB and one WildFly, lets every
 * scenario run for Restante and its baselines in turn, round after round, and writes medians. The
 * baseline is {@link io.restante.bench.JdbcSystem}: the same statements on the same tables by plain
 * JDBC, one commit each, with no server in between. {@link io.restante.bench.QueueBench} does the
 * same for queues: there each system has {@link io.restante.bench.QueueSession}s, and the baseline
 * is {@link io.restante.bench.JdbcQueues}.
 */
package io.restante.bench;

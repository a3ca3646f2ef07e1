/**
 * The benchmark. {@link io.restante.bench.Bench} starts one MariaDB and one WildFly, lets every
 * scenario run for Restante and its baselines in turn, round after round, and writes medians. The
 * baseline is {@link io.restante.bench.JdbcSystem}: the same statements on the same tables by plain
 * JDBC, one commit each, with no server in between.
 */
package io.restante.bench;

#!/bin/sh
# Applies or undoes all scripts of this directory, in order.
#
#   configure.sh apply|undo                      the stopped server standalone-full.xml under $JBOSS_HOME, or the one that
#                                                RESTANTE_SERVER_CONFIG names, such as standalone-full-ha.xml
#   configure.sh apply|undo --connect [options]  a running server; the options are those of jboss-cli.sh, such as --controller
#
# "apply" sets up HTTPS as well if RESTANTE_TLS_KEYSTORE is set (90-tls.cli), and joins the nodes' brokers if
# RESTANTE_CLUSTER_PEER_HOST is (75-cluster.cli).
# "apply" also adds the JDBC driver's module to $JBOSS_HOME unless it is there; "undo" leaves it (05-driver-module-undo.cli).
set -eu

: "${JBOSS_HOME:?Set JBOSS_HOME to the directory of WildFly}"
export JBOSS_HOME
cd "$(dirname "$0")"
cli="$JBOSS_HOME/bin/jboss-cli.sh"

case "${1-}" in
apply)
  scripts=$(ls [1-9]*.cli | grep -v -- -undo)
  if [ -z "${RESTANTE_TLS_KEYSTORE-}" ]; then
    scripts=$(echo "$scripts" | grep -v tls)
  fi
  if [ -z "${RESTANTE_CLUSTER_PEER_HOST-}" ]; then
    scripts=$(echo "$scripts" | grep -v cluster)
  fi
  ;;
undo) scripts=$(ls -r [1-9]*-undo.cli) ;;
*)
  sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
  exit 2
  ;;
esac
action=$1
shift

if [ "$action" = apply ] && [ ! -e "$JBOSS_HOME/modules/org/mariadb/jdbc/main/module.xml" ]; then
  sh "$cli" --file=05-driver-module.cli
fi

all=$(mktemp)
trap 'rm -f "$all"' EXIT
if [ $# -eq 0 ]; then
  echo "embed-server --server-config=${RESTANTE_SERVER_CONFIG:-standalone-full.xml}" >"$all"
fi
for script in $scripts; do
  if [ "$script" = 10-driver-undo.cli ] && [ $# -gt 0 ]; then
    echo reload
  fi
  cat "$script"
done >>"$all"
sh "$cli" "$@" --file="$all"

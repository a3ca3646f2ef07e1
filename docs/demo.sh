#!/bin/sh
# Submits every file below a directory to a running Restante, pulls all back, compares and acknowledges: docs/demo.sh DIR
#
# Where Restante is comes from RESTANTE_URL and RESTANTE_TOKEN, or else from the run.json that ./mvnw -Prun writes:
# RESTANTE_RUN_FILE, unless set .restante/run.json of this project.
set -eu
docs=$(cd "$(dirname "$0")" && pwd)
: "${RESTANTE_RUN_FILE:=$docs/../.restante/run.json}"
export RESTANTE_RUN_FILE
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" "$docs/Demo.java" "$@"

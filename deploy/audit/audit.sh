#!/bin/sh
# Audits the books once a day. A violation is printed, makes the container unhealthy, and is emailed to OPERATOR_EMAIL by
# the service, which reads the result from the database.
#   audit.sh         every AUDIT_HOURS
#   audit.sh fresh   fails where the last audit that found no violation is too old, for a health check
set -eu
hours=${AUDIT_HOURS:-24}
proven=/tmp/books-are-consistent

if [ "${1:-repeat}" = fresh ]; then
  [ -n "$(find "$proven" -mmin "-$((hours * 60 + 60))" 2>/dev/null)" ]
  exit
fi
# The first process of a container ignores signals that it does not handle.
trap 'exit 0' TERM INT
while true; do
  pause=$((hours * 3600))
  # One that could not be made is tried again in ten minutes, and so is one that found something, which ends the alert once
  # it is mended.
  if node build/operator.js ledger verify; then touch "$proven"; else rm -f "$proven"; pause=600; fi
  sleep "$pause" & wait $!
done

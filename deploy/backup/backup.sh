#!/usr/bin/env bash
# Backs up a PostgreSQL, and proves each backup by restoring it into a scratch database.
#   backup.sh          once
#   backup.sh repeat   every BACKUP_HOURS, as in the compose file
#   backup.sh fresh    fails where the newest proven backup is too old, for a health check
# With BACKUP_COPY_DIR each proven backup is copied there too and compared: mount a folder of another machine there.
# Settings: PGHOST, PGUSER, PGPASSWORD, PGDATABASE as for psql (the owner, who may create databases); BACKUP_DIR,
# BACKUP_HOURS, BACKUP_KEEP_DAYS, BACKUP_CHECK=off where there is no room or time for the scratch database.
set -euo pipefail
folder=${BACKUP_DIR:?the folder of the backups}
hours=${BACKUP_HOURS:-24}
keep_days=${BACKUP_KEEP_DAYS:-14}
copies=${BACKUP_COPY_DIR:-}
database=${PGDATABASE:?the database}
scratch=${database}_backup_check
unfinished=""
umask 077
# Not even a notice where there is nothing to drop.
export PGOPTIONS="-c client_min_messages=warning"

main() {
  case ${1:-once} in
    once) back_up ;;
    repeat) repeat ;;
    fresh) is_fresh "$folder" && { [ -z "$copies" ] || is_fresh "$copies"; } ;;
    *) echo "usage: backup.sh [once|repeat|fresh]" >&2; exit 64 ;;
  esac
}

is_fresh() { [ -n "$(find "$1" -maxdepth 1 -name 'kursa-*.dump' -mmin "-$((hours * 60 + 120))" -print -quit)" ]; }

# A failed backup is tried again in ten minutes; the health check tells when none succeeds.
repeat() {
  # The first process of a container ignores signals that it does not handle.
  trap 'exit 0' TERM INT
  while true; do
    local pause=$((hours * 3600))
    "$0" once || pause=600
    sleep "$pause" & wait $!
  done
}

# The file gets its name once it is proven, so that every `kursa-*.dump` can be restored.
back_up() {
  local file before
  file=$folder/kursa-$(date -u +%Y%m%dT%H%M%SZ).dump
  unfinished=$file.unfinished
  trap clean_up EXIT
  before=$(figures "$database")
  pg_dump --format=custom --no-owner --file="$unfinished" "$database"
  if [ "${BACKUP_CHECK:-on}" = on ]; then prove "$unfinished" "$before"; fi
  sync "$unfinished"
  mv "$unfinished" "$file"
  find "$folder" -maxdepth 1 -name 'kursa-*.dump' -mtime "+$keep_days" -delete
  if [ -n "$copies" ]; then copy "$file"; fi
  record
  echo "$(date -u +%FT%TZ) backed up: $file, $(du -h "$file" | cut -f1)"
}

# A copy gets its name once it is complete, as the backup itself.
copy() {
  local name
  name=$copies/$(basename "$1")
  cp "$1" "$name.unfinished"
  sync "$name.unfinished"
  cmp "$1" "$name.unfinished"
  mv "$name.unfinished" "$name"
  find "$copies" -maxdepth 1 -name 'kursa-*.dump' -mtime "+$keep_days" -delete
}

# The service tells its operator by email when the next one is late: upstream/observability/metrics/figures/backups.ts.
record() {
  psql_in "$database" -c "insert into setting (name, value, updated_at)
    values ('last_backup', jsonb_build_object('at', now(), 'every_hours', $hours), now())
    on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at"
}

# Restores the dump; its transfers must add up to its balances, and be no fewer than before the dump.
prove() {
  drop_scratch
  psql_in postgres -c "create database \"$scratch\""
  pg_restore --exit-on-error --no-owner --no-privileges --dbname="$scratch" "$1"
  local restored wrong
  restored=$(figures "$scratch")
  wrong=$(psql_in "$scratch" -At -f "$(dirname "$0")/wrong-balances.sql")
  [ "$restored" -ge "$2" ] || { echo "WRONG: $restored transfers were restored, of at least $2" >&2; exit 1; }
  [ "$wrong" = 0 ] || { echo "WRONG: $wrong accounts do not fit their transfers" >&2; exit 1; }
}

figures() { psql_in "$1" -At -c "select count(*) from transfer"; }
psql_in() { psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname="$1" "${@:2}"; }
drop_scratch() { psql_in postgres -c "drop database if exists \"$scratch\" with (force)"; }
clean_up() {
  rm -f "$unfinished"
  [ "${BACKUP_CHECK:-on}" != on ] || drop_scratch
}

main "$@"

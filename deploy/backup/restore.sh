#!/usr/bin/env bash
# Restores a backup into a new database; the one in use stays as it is.
#   restore.sh FILE DATABASE
# Settings: PGHOST, PGUSER, PGPASSWORD as for psql, of an owner who may create databases. Where OPERATOR names the operator
# program ("node build/operator.js"), it also migrates the database, gives the service's role its rights and verifies the
# books, with the service's settings; otherwise it says what is left to do.
set -euo pipefail
file=${1:?usage: restore.sh FILE DATABASE}
database=${2:?usage: restore.sh FILE DATABASE}
[[ $database =~ ^[a-z_][a-z0-9_]{0,62}$ ]] || { echo "A name for the database: small letters, digits and _." >&2; exit 64; }

# Refuses a name that exists.
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname=postgres -c "create database $database"
# Rights are given again below: the role may be missing here.
pg_restore --exit-on-error --no-owner --no-privileges --dbname="$database" "$file"
echo "Restored into the new database $database."

if [ -z "${OPERATOR:-}" ]; then
  echo "Next, with this database in DATABASE_URL: operator db migrate, operator db role, operator db check."
  exit 0
fi
export DATABASE_URL="postgres://$PGUSER@$PGHOST:${PGPORT:-5432}/$database"
# The driver takes a socket's folder as a parameter.
[[ $PGHOST != /* ]] || export DATABASE_URL="postgres://$PGUSER@localhost:${PGPORT:-5432}/$database?host=$PGHOST"
$OPERATOR db migrate
$OPERATOR db role "${SERVICE_ROLE:-kursa_service}"
$OPERATOR db check

#!/bin/sh
# Run once by the Postgres image, when the database is made: the login that api and worker use.
# What it may do is granted by `fairclick db migrate`. Backups connect from a container of their own.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_APP_PASSWORD" \
  --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role fairclick login password :'password';
SQL
echo "host replication $POSTGRES_USER samenet scram-sha-256" >> "$PGDATA/pg_hba.conf"

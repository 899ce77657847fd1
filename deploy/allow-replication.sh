#!/bin/sh
# Runs once, when the primary of deploy/compose.yaml is created: the standby may copy it.
echo "host replication house all scram-sha-256" >> "$PGDATA/pg_hba.conf"

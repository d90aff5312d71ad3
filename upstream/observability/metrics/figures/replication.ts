import { z } from "zod/v4";
import type { RawQuery } from "../../../db/database.ts";
import type { Figure } from "../metrics.ts";

const rowShape = z.object({
  timeline: z.int().nullable(),
  configured: z.boolean(),
  visible: z.boolean(),
  sync: z.int(),
});

/**
 * The timeline, which rises with each failover, so a lower one is an old server; and the synchronous standbys, where some
 * are configured and the role may see them (`pg_read_all_stats`).
 */
export async function replicationFigures(query: RawQuery): Promise<Figure[]> {
  const { rows } = await query(
    `select case when pg_is_in_recovery() then null
                 else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline,
            current_setting('synchronous_standby_names') <> '' as configured,
            pg_has_role(current_user, 'pg_read_all_stats', 'usage') as visible,
            (select count(*)::int from pg_stat_replication where sync_state in ('sync', 'quorum')) as sync`,
  );
  const replication = rowShape.parse(rows[0]);
  const figures: Figure[] = [];
  if (replication.timeline !== null)
    figures.push({
      name: "db_timeline",
      help: "The timeline of the database's log.",
      values: [{ value: replication.timeline }],
    });
  if (replication.configured && replication.visible)
    figures.push({
      name: "sync_standbys",
      help: "Connected synchronous standbys; only where synchronous replication is set.",
      values: [{ value: replication.sync }],
    });
  return figures;
}

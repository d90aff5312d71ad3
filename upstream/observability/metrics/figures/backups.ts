import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import type { Tx } from "../../../db/database.ts";
import { setting } from "../../../db/schema/service.ts";
import type { Figure } from "../metrics.ts";

/** As deploy/backup/backup.sh stores it once a backup is proven, and copied where copies are kept. */
const stored = z.object({ at: z.coerce.date(), every_hours: z.number() });
/** A backup takes its time, and a failed one is repeated. */
const graceHours = 2;

/** How late the next proven backup is. 0 where none was ever recorded: the embedded database has other backups. */
export async function backupFigures(tx: Tx, now: Date): Promise<Figure[]> {
  const [row] = await tx.select().from(setting).where(eq(setting.name, "last_backup"));
  const lateSeconds = row ? secondsLate(stored.parse(row.value), now) : 0;
  return [
    {
      name: "backup_late_seconds",
      help: "How late the next proven backup is; 0 while it is not due.",
      values: [{ value: Math.max(0, lateSeconds) }],
    },
  ];
}

function secondsLate({ at, every_hours: hours }: z.infer<typeof stored>, now: Date): number {
  return (now.getTime() - at.getTime()) / 1000 - (hours + graceHours) * 3600;
}

import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { inEachLanguage } from "../../contract/values/languages.ts";
import type { Orm, Tx } from "./database.ts";
import { setting } from "./schema/service.ts";

const settingName = "maintenance";

/** While set, no order can be started. `until` only informs visitors: an operator ends maintenance. */
const stored = z.object({
  since: z.string(),
  until: z.string().nullable(),
  message: z.object(inEachLanguage(() => z.string())).nullable(),
});
export type Maintenance = z.infer<typeof stored>;

/** Null while the exchange is open. */
export async function readMaintenance(reader: Pick<Orm, "select">): Promise<Maintenance | null> {
  const [row] = await reader.select().from(setting).where(eq(setting.name, settingName));
  return row ? stored.parse(row.value) : null;
}

/** Returns the previous value. */
export async function setMaintenance(tx: Tx, next: Maintenance | null, now: Date): Promise<Maintenance | null> {
  const [before] = await tx.select().from(setting).where(eq(setting.name, settingName)).for("update");
  if (next === null) await tx.delete(setting).where(eq(setting.name, settingName));
  else {
    const row = { name: settingName, value: next, updatedAt: now };
    await tx.insert(setting).values(row).onConflictDoUpdate({ target: setting.name, set: row });
  }
  return before ? stored.parse(before.value) : null;
}

/** Seconds until the announced end; a short default when there is none or it has passed. */
export function retryAfterSeconds({ until }: Maintenance, now: Date): number {
  const left = until === null ? 0 : Math.ceil((new Date(until).getTime() - now.getTime()) / 1000);
  return left > 0 ? left : soonSeconds;
}

const soonSeconds = 300;

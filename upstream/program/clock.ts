import { eq, sql } from "drizzle-orm";
import { z } from "zod/v4";
import type { Database } from "../db/database.ts";
import { setting } from "../db/schema/service.ts";
import type { Clock } from "../ports/clock.ts";

const settingName = "sandbox_clock_offset_seconds";

export type ServiceClock = Clock & {
  /** Reads the offset that another process has set. */
  refresh(): Promise<void>;
};

/** The machine's clock; if `isMovable`, plus the offset stored in the database. */
export async function openClock(db: Database, isMovable: boolean): Promise<ServiceClock> {
  let offsetSeconds = 0;
  const clock: ServiceClock = {
    now: () => new Date(Date.now() + offsetSeconds * 1000),
    offsetSeconds: () => offsetSeconds,
    async advance(seconds) {
      if (!isMovable) throw new Error("This clock does not move: SANDBOX_CLOCK is not set.");
      await db.orm
        .insert(setting)
        .values({ name: settingName, value: seconds, updatedAt: new Date() })
        .onConflictDoUpdate({
          target: setting.name,
          set: { value: sql`to_jsonb((${setting.value})::text::int + ${seconds}::int)`, updatedAt: new Date() },
        });
      await clock.refresh();
    },
    async refresh() {
      if (!isMovable) return;
      const [row] = await db.orm.select().from(setting).where(eq(setting.name, settingName));
      offsetSeconds = row ? z.int().parse(row.value) : 0;
    },
  };
  await clock.refresh();
  return clock;
}

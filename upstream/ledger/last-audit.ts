import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import type { Database, Orm } from "../db/database.ts";
import { setting } from "../db/schema/service.ts";
import type { Clock } from "../ports/clock.ts";
import { type Violation, verify } from "./verify.ts";

const settingName = "last_audit";

/** When the books were last audited, and how many violations were found. */
const stored = z.object({ at: z.string(), violations: z.int() });

/** Audits the books and stores the result, for the metrics. */
export async function auditBooks({ db, clock }: { db: Database; clock: Clock }): Promise<Violation[]> {
  const violations = await verify(db);
  const now = clock.now();
  const value: z.infer<typeof stored> = { at: now.toISOString(), violations: violations.length };
  const row = { name: settingName, value, updatedAt: now };
  await db.orm.insert(setting).values(row).onConflictDoUpdate({ target: setting.name, set: row });
  return violations;
}

/** Undefined before the first audit. */
export async function readLastAudit(reader: Pick<Orm, "select">): Promise<z.infer<typeof stored> | undefined> {
  const [row] = await reader.select().from(setting).where(eq(setting.name, settingName));
  return row && stored.parse(row.value);
}

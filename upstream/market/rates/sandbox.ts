import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import type { Orm, Tx } from "../../db/database.ts";
import { setting } from "../../db/schema/service.ts";
import type { RateSource, ReferenceRate, TableRate } from "../../ports/rates.ts";
import { nearestDiv } from "../rules/division.ts";
import { formatRate, type Rate, withMoreDigits } from "../rules/rate.ts";
import { readTable } from "./table.ts";
import { stepStart, walkMillionths } from "./walk.ts";

/** Manual offset of each pair, in basis points of its table rate. */
const pushes = z.record(z.string(), z.int().min(-9_000).max(90_000));
const settingName = "sandbox_rate_pushes";

/** Simulated prices: a slow walk around the operator's table, always current by the service's clock. */
export function sandboxRates(orm: Orm): RateSource {
  let table: ReadonlyMap<string, TableRate> = new Map();
  let pushed: z.infer<typeof pushes> = {};
  const stored = new Map<string, ReferenceRate>();
  return {
    name: "sandbox",
    current(pairId, now) {
      const row = table.get(pairId);
      if (!row) return undefined;
      const at = stepStart(now);
      const lastStep = stored.get(pairId);
      if (lastStep && lastStep.at.getTime() === at.getTime()) return lastStep;
      const rate = shiftedRate(row.rate, walkMillionths(pairId, now), pushed[pairId] ?? 0);
      const current = { rate: formatRate(rate), source: "sandbox", at };
      stored.set(pairId, current);
      return current;
    },
    market: () => undefined,
    waits: () => false,
    async refresh() {
      table = await readTable(orm);
      pushed = await readPushes(orm);
      stored.clear();
    },
  };
}

/**
 * Sets a pair's price offset in basis points of the table for all processes; 0 removes it. Takes effect when the source
 * is refreshed.
 */
export async function pushSandboxRate(tx: Tx, pairId: string, basisPoints: number, now: Date): Promise<void> {
  const value = pushes.parse({ ...(await readPushes(tx)), [pairId]: basisPoints });
  await tx
    .insert(setting)
    .values({ name: settingName, value, updatedAt: now })
    .onConflictDoUpdate({ target: setting.name, set: { value, updatedAt: now } });
}

/** A pair's distance from its table rate now, in basis points. */
export async function sandboxRatePush(orm: Orm | Tx, pairId: string): Promise<number> {
  return (await readPushes(orm))[pairId] ?? 0;
}

async function readPushes(orm: Orm | Tx): Promise<z.infer<typeof pushes>> {
  const [row] = await orm.select({ value: setting.value }).from(setting).where(eq(setting.name, settingName));
  return row ? pushes.parse(row.value) : {};
}

function shiftedRate(rate: Rate, millionths: number, basisPoints: number): Rate {
  const wide = withMoreDigits(rate);
  const factor = BigInt(1_000_000 + millionths) * BigInt(10_000 + basisPoints);
  return { digits: nearestDiv(wide.digits * factor, 10_000_000_000n), scale: wide.scale };
}

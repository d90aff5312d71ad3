import { gte, lt, sql } from "drizzle-orm";
import { type PartState, type ServicePart, serviceParts } from "../../contract/market/service-parts.ts";
import { partDay } from "../db/schema/status.ts";
import { pricePair } from "../orders/quotes/priced-pair.ts";
import type { Context } from "../ports/context.ts";
import type { MarketSnapshot } from "../ports/market.ts";
import { dayOf } from "../shared/rules/day-of.ts";
import { dayMs, minuteMs, startOf } from "./days.ts";
import { addedMinutes, measuredMinute } from "./part-minutes.ts";
import { payoutState } from "./payout-state.ts";

type Measuring = Pick<Context, "clock" | "db" | "market" | "rails" | "rates">;

const keptMs = 400 * dayMs;

/** Measures every part once a minute; again in the same minute, or by another process, it changes nothing. */
export async function recordParts(ctx: Measuring): Promise<void> {
  const { clock, db, market } = ctx;
  const now = clock.now();
  const minute = startOf(now, minuteMs);
  const [recordedDay] = await db.orm.select().from(partDay).where(gte(partDay.lastMinute, minute)).limit(1);
  if (recordedDay) return;
  const states = { ...marketStates(ctx, await market.snapshot(), now), payouts: await payoutState(ctx, now) };
  const rows = serviceParts.flatMap((part) => {
    const state = states[part];
    if (!state) return [];
    const day = dayOf(now);
    return [{ part, day, firstMinute: minute, lastMinute: minute, state, ...measuredMinute(state, day, minute) }];
  });
  await db.orm
    .insert(partDay)
    .values(rows)
    .onConflictDoUpdate({
      target: [partDay.part, partDay.day],
      set: { ...addedMinutes, state: sql`excluded.state` },
      setWhere: sql`${partDay.lastMinute} < excluded.last_minute`,
    });
  await db.orm.delete(partDay).where(lt(partDay.day, dayOf(new Date(now.getTime() - keptMs))));
}

/** What can be ordered now. A part without a visible pair has no state. */
function marketStates(
  { rates }: Pick<Context, "rates">,
  { pairs, maintenance }: MarketSnapshot,
  now: Date,
): Partial<Record<ServicePart, PartState>> {
  const offers = [...pairs.values()].map((pair) => pricePair(pair, rates, now));
  const sold = offers.filter(({ status }) => status !== "hidden");
  const ofKind = (kind: string) => stateOf(sold.filter(({ pair }) => pair.from.kind === kind));
  const [coins, invoices] = [ofKind("crypto"), ofKind("ewallet")];
  const all = stateOf(sold);
  const orders = maintenance || all === "stopped" ? "stopped" : all && "works";
  return { ...(orders && { orders }), ...(coins && { coins }), ...(invoices && { invoices }) };
}

function stateOf(offers: readonly { status: string }[]): PartState | undefined {
  if (offers.length === 0) return undefined;
  const open = offers.filter(({ status }) => status === "active").length;
  if (open === offers.length) return "works";
  return open > 0 ? "partly" : "stopped";
}

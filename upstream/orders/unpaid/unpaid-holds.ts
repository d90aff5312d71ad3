import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Orm, Tx } from "../../db/database.ts";
import { unpaidDay, unpaidHold } from "../../db/schema/unpaid.ts";
import { insertUnpaidHold, selectStanding } from "../../db/sql/unpaid-statements.ts";
import { accounts, payableOf } from "../../ledger/rules/booking.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../../shared/rules/refusal.ts";
import type { OrderRow } from "../order-facts-query.ts";
import type { OrderFacts } from "../rules/order-facts.ts";
import { isUnpaid, payWindowFor, type UnpaidStanding } from "../rules/unpaid-limits.ts";
import { dayKeyOf, dayOf, type NamedParty, partyKeys } from "./party-keys.ts";

type UnpaidContext = Pick<Context, "clock" | "env" | "policy">;

/** What the customer's unpaid orders hold besides `row`; null where no limit applies. */
export async function readStanding(
  ctx: UnpaidContext,
  reader: Pick<Orm, "execute">,
  row: OrderRow,
  network: string,
  reserves: OrderFacts["reserves"],
): Promise<UnpaidStanding | null> {
  if (ctx.policy.unpaid === null) return null;
  const day = dayOf(ctx.clock.now());
  return standingOf(reader, row, { day, keys: keysOf(ctx, row, network, day), reserves, ownHold: 0n });
}

type Known = { day: string; keys: NamedParty[]; reserves: OrderFacts["reserves"]; ownHold: bigint };

async function standingOf(
  reader: Pick<Orm, "execute">,
  { ref, toAsset }: OrderRow,
  { day, keys, reserves, ownHold }: Known,
): Promise<UnpaidStanding> {
  const order = { ref, asset: toAsset, day, reserveAccount: accounts.reserve(toAsset) };
  const { own, promised, byParty } = await selectStanding(reader, order, keys);
  const all = byParty.get("all");
  return {
    reserve: payableOf(own, reserves[toAsset]?.elsewhere ?? 0n),
    promised: promised - ownHold,
    unpaid: all?.held ?? 0n,
    until: all?.until ?? null,
    parties: keys.flatMap(({ party }) => {
      const row = byParty.get(party);
      return row ? [{ party, ...row }] : [];
    }),
  };
}

const keysOf = ({ env }: UnpaidContext, row: OrderRow, network: string, day: string) => {
  const { email, emailProof, ownerId: memberId } = row;
  return partyKeys(
    env.ORDER_LINK_SECRETS,
    { network, email: email ?? "", isProven: emailProof !== null, memberId },
    day,
  );
};

/**
 * Records the hold of an order that was just executed. Call it after the booking, while the reserve's account is locked:
 * so of several orders at once each sees the holds of those before it, and the limits are checked again. Returns a
 * refusal where another order took what was left meanwhile; the transaction must then roll back.
 */
export async function recordHold(
  ctx: UnpaidContext,
  tx: Tx,
  after: OrderRow,
  { network, facts }: { network: string; facts: OrderFacts },
): Promise<Refusal | undefined> {
  const { policy } = ctx;
  const { ref: orderRef, toAsset: asset, toAmount: amount, ownerId: memberId, rateLockedUntil } = after;
  if (policy.unpaid === null || after.reserveHoldId === null || rateLockedUntil === null) return undefined;
  const day = dayOf(facts.now);
  const keys = keysOf(ctx, after, network, day);
  if (isUnpaid(after)) {
    const standing = await standingOf(tx, after, { day, keys, reserves: facts.reserves, ownHold: amount });
    const window = payWindowFor(policy.unpaid, standing, amount, facts.now);
    if (isRefusal(window)) return window;
    const longest = window === "usual" ? policy.payWindowSeconds : policy.shortPayWindowSeconds;
    if (rateLockedUntil.getTime() > facts.now.getTime() + longest * 1000) return othersFirst;
  }
  const keyOf = (party: NamedParty["party"]) => keys.find((named) => named.party === party)?.key ?? "";
  const held = { orderRef, asset, amount, network: keyOf("network"), email: keyOf("email"), memberId };
  const hold = { ...held, isCovered: !isUnpaid(after), since: facts.now, until: rateLockedUntil };
  await insertUnpaidHold(tx, hold, day, keys);
  return undefined;
}

/** The order is decided again, then with the short window. */
const othersFirst = refuse("unpaid_limit", { extra: { retry_after_seconds: 1 } });

/** Follows a hold after a later event: covered by a payment, open again, or ended and forgotten. */
export async function followHold(ctx: UnpaidContext, tx: Tx, before: OrderRow, after: OrderRow): Promise<void> {
  if (before.reserveHoldId === null) return;
  const isTheirs = eq(unpaidHold.orderRef, after.ref);
  if (after.reserveHoldId === null) {
    const [ended] = await tx.delete(unpaidHold).where(isTheirs).returning();
    if (ended && (ended.isCovered || after.status === "processing")) await takeFromDay(ctx, tx, ended);
  } else if (isUnpaid(before) !== isUnpaid(after)) {
    await tx
      .update(unpaidHold)
      .set({ isCovered: !isUnpaid(after) })
      .where(isTheirs);
  }
}

/** A paid order does not count against its parties' day. Rows are locked in one order, so that two orders cannot deadlock. */
async function takeFromDay({ env }: UnpaidContext, tx: Tx, hold: typeof unpaidHold.$inferSelect): Promise<void> {
  const day = dayOf(hold.since);
  const keys = [hold.network, hold.email, ...(hold.memberId === null ? [] : [hold.memberId])];
  const parties = keys.map((stored) => dayKeyOf(env.ORDER_LINK_SECRETS, stored, day));
  const locked = tx.$with("locked").as(
    tx
      .select({ party: unpaidDay.party })
      .from(unpaidDay)
      .where(and(eq(unpaidDay.day, day), inArray(unpaidDay.party, parties), eq(unpaidDay.asset, hold.asset)))
      .orderBy(unpaidDay.party)
      .for("update"),
  );
  await tx
    .with(locked)
    .update(unpaidDay)
    .set({ amount: sql`greatest(${unpaidDay.amount} - ${hold.amount.toString()}::numeric, 0)` })
    .from(locked)
    .where(and(eq(unpaidDay.day, day), eq(unpaidDay.asset, hold.asset), eq(unpaidDay.party, locked.party)));
}

/** What was left unpaid counts until midnight in UTC. */
export async function forgetPastDays({ db }: Pick<Context, "db">, now: Date): Promise<void> {
  await db.orm.delete(unpaidDay).where(lt(unpaidDay.day, dayOf(now)));
}

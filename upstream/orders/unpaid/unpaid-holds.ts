import { lt } from "drizzle-orm";
import type { Orm, Tx } from "../../db/database.ts";
import { unpaidDay, type unpaidHold } from "../../db/schema/unpaid.ts";
import {
  holdCovered,
  holdInsert,
  type PartyKey,
  selectUnpaidUsage,
  takenFromDay,
  unpaidHoldEnded,
} from "../../db/sql/unpaid-statements.ts";
import type { Writes } from "../../db/sql/writes.ts";
import { accounts, payableOf } from "../../ledger/rules/booking.ts";
import type { Context } from "../../ports/context.ts";
import { dayOf } from "../../shared/rules/day-of.ts";
import { isRefusal, type Refusal, refuse } from "../../shared/rules/refusal.ts";
import type { OrderRow } from "../order-facts-query.ts";
import type { OrderFacts } from "../rules/order-facts.ts";
import { isUnpaid, payWindowFor, type UnpaidUsage } from "../rules/unpaid-limits.ts";
import { dayKeyOf, partyKeys } from "./party-keys.ts";

type UnpaidContext = Pick<Context, "clock" | "env" | "policy">;

/** What the customer's unpaid orders hold besides `row`; null where no limit applies. */
export async function readUnpaidUsage(
  ctx: UnpaidContext,
  reader: Pick<Orm, "execute">,
  row: OrderRow,
  network: string,
  reserves: OrderFacts["reserves"],
): Promise<UnpaidUsage | null> {
  if (ctx.policy.unpaid === null) return null;
  const day = dayOf(ctx.clock.now());
  return unpaidUsageOf(reader, row, { day, keys: keysOf(ctx, row, network, day), reserves });
}

type Known = { day: string; keys: PartyKey[]; reserves: OrderFacts["reserves"] };

async function unpaidUsageOf(
  reader: Pick<Orm, "execute">,
  { ref, toAsset }: OrderRow,
  { day, keys, reserves }: Known,
): Promise<UnpaidUsage> {
  const order = { ref, asset: toAsset, day, reserveAccount: accounts.reserve(toAsset) };
  const { reserveBalance, promised, byParty } = await selectUnpaidUsage(reader, order, keys);
  const all = byParty.get("all");
  return {
    reserve: payableOf(reserveBalance, reserves[toAsset]?.elsewhere ?? 0n),
    promised,
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

/** What an order that is executed adds, beside its booking: what is asked while the reserve is locked, and its hold. */
type NewHold = { check?: () => Promise<Refusal | undefined>; last: Writes };

/**
 * The hold of an order that is executed. Its `check` belongs between the lock of the reserve's account and the booking: so of
 * several orders at once each sees the holds of those before it, and the limits are checked again. It refuses where another order
 * took what was left meanwhile.
 */
export function newHold(
  ctx: UnpaidContext,
  tx: Tx,
  after: OrderRow,
  { network, facts }: { network: string; facts: OrderFacts },
): NewHold {
  const { policy } = ctx;
  const { unpaid } = policy;
  const { ref: orderRef, toAsset: asset, toAmount: amount, ownerId: memberId, rateLockedUntil } = after;
  if (unpaid === null || after.reserveHoldId === null || rateLockedUntil === null) return { last: { parts: [] } };
  const day = dayOf(facts.now);
  const keys = keysOf(ctx, after, network, day);
  const keyOf = (party: PartyKey["party"]) => keys.find((named) => named.party === party)?.key ?? "";
  const held = { orderRef, asset, amount, network: keyOf("network"), email: keyOf("email"), memberId };
  const hold = { ...held, isCovered: !isUnpaid(after), since: facts.now, until: rateLockedUntil };
  const last = holdInsert(hold, day, keys);
  if (!isUnpaid(after)) return { last };
  const check = async () => {
    const usage = await unpaidUsageOf(tx, after, { day, keys, reserves: facts.reserves });
    const window = payWindowFor(unpaid, usage, amount, facts.now);
    if (isRefusal(window)) return window;
    const longest = window === "usual" ? policy.payWindowSeconds : policy.shortPayWindowSeconds;
    return rateLockedUntil.getTime() > facts.now.getTime() + longest * 1000 ? othersFirst : undefined;
  };
  return { check, last };
}

/** The order is decided again, then with the short window. */
const othersFirst = refuse("unpaid_limit", { extra: { retry_after_seconds: 1 } });

type UnpaidHold = typeof unpaidHold.$inferSelect;

/**
 * What becomes of a hold with a later event: covered by a payment, open again, or ended and forgotten. `last`: a day's sums are
 * written behind the locks of the ledger, as when they began.
 */
export function followedHold(
  { env }: UnpaidContext,
  before: OrderRow,
  after: OrderRow,
  hold: UnpaidHold | null,
): { last: Writes } {
  if (before.reserveHoldId === null || hold === null) return { last: { parts: [] } };
  const { parts } = unpaidHoldEnded(after.ref);
  if (after.reserveHoldId !== null)
    return { last: isUnpaid(before) === isUnpaid(after) ? { parts: [] } : holdCovered(after.ref, !isUnpaid(after)) };
  // A paid order does not count against its parties' day.
  const isPaid = hold.isCovered || after.status === "processing";
  return { last: { parts: isPaid ? [...parts, ...fromDay(env.ORDER_LINK_SECRETS, hold).parts] : parts } };
}

function fromDay(secrets: readonly string[], hold: UnpaidHold): Writes {
  const day = dayOf(hold.since);
  const keys = [hold.network, hold.email, ...(hold.memberId === null ? [] : [hold.memberId])];
  const parties = keys.map((stored) => dayKeyOf(secrets, stored, day));
  return takenFromDay(day, hold.asset, parties, hold.amount);
}

/** What was left unpaid counts until midnight in UTC. */
export async function forgetPastDays({ db }: Pick<Context, "db">, now: Date): Promise<void> {
  await db.orm.delete(unpaidDay).where(lt(unpaidDay.day, dayOf(now)));
}

import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { asset, outgoing, payoutGuard } from "../db/schema/index.ts";
import { selectGuardFacts } from "../db/sql/guard-statements.ts";
import type { PaymentDoubt } from "../db/sql/payment-doubts.ts";
import type { Context } from "../ports/context.ts";
import { partyBlockedSince } from "../screening/blocks/blocks.ts";
import { isAccountExplained, isApprovedMovement, lookBackFrom, unapprovedOf } from "../staff/second-person.ts";
import { isStoppedByBlock } from "./approved-since.ts";
import { capUsage, consuming } from "./cap-usage.ts";
import { destinationObstacle } from "./destinations.ts";
import { type GuardChange, holdFrozen } from "./hold.ts";
import { lockInTurn, type Movement } from "./movement.ts";
import { isUnpayable } from "./own-addresses/own-addresses.ts";
import { ownerObstacle } from "./owner-obstacle.ts";
import { type CapResult, underCaps, underShares } from "./rules/payout-caps.ts";
import { partyOfMovement, type ScreeningObstacle, screeningObstacle } from "./screen-movement.ts";
import { isStopped } from "./stopped-rails.ts";

type PermitContext = Pick<Context, "db" | "clock" | "env" | "ids" | "market" | "payoutOwners" | "rails">;

/** Why a movement does not go on. */
type Obstacle =
  | (
      | "destination_changed"
      | "stopped"
      | "unpayable_address"
      | "second_person"
      | "unusual"
      | "similar_address"
      | "blocked_party"
      | "not_our_address"
    )
  | PaymentDoubt
  | ScreeningObstacle
  | Exclude<CapResult, "free">;

/**
 * Lets a waiting movement pass, or says what it waits for. One decision at a time for each rail and asset, because each
 * counts against the caps of the next. Returns the movement where it was approved, or has been by another worker.
 */
export async function permit(ctx: PermitContext, { id, ...asked }: Movement): Promise<Movement | null> {
  // Read before: in the transaction it would wait for the transaction itself.
  const { assets } = await ctx.market.terms();
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now();
    if ((await ownerObstacle(ctx, tx, { id, ...asked })) !== null) {
      await holdFrozen(tx, id, now);
      return null;
    }
    const movement = await lockInTurn(tx, { id, ...asked });
    if (movement?.state !== "waiting") return movement && isPast(movement) ? movement : null;
    const facts = assets.find((row) => row.id === movement.asset);
    const assetTerms = { network: facts?.network ?? null, decimals: facts?.decimals ?? 0 };
    const obstacle = await obstacleOf(ctx, tx, movement, { ...assetTerms, now });
    const next = afterDecision(movement, obstacle, now);
    await tx.update(payoutGuard).set(next).where(eq(payoutGuard.outgoingId, id));
    return obstacle === null ? { ...movement, ...next } : null;
  });
}

/** These pass by themselves; the others need a person. */
const passing: ReadonlySet<Obstacle> = new Set<Obstacle>([
  "stopped",
  "cap_hour",
  "cap_day",
  "screening_answer",
  "dispute",
]);

const isPast = ({ state }: Movement) => state === "approved" || state === "prepared";

function afterDecision({ plan }: Movement, obstacle: Obstacle | null, now: Date): GuardChange {
  // A movement that was prepared before it was held is not prepared again.
  const state = plan === null ? "approved" : "prepared";
  if (obstacle === null) return { state, why: null, approvedAt: now, stateAt: now };
  return !passing.has(obstacle) ? { state: "held", why: obstacle, stateAt: now } : { why: obstacle };
}

async function obstacleOf(
  ctx: PermitContext,
  tx: Tx,
  movement: Movement,
  { network, decimals, now }: { network: string | null; decimals: number; now: Date },
): Promise<Obstacle | null> {
  // It goes to where the rail pays out from and nowhere else, approved or not: no cap is about that.
  if (movement.kind === "sweep") {
    if (await isStopped(tx, movement.rail)) return "stopped";
    return ctx.rails.payoutOf(movement).hotAddress === movement.account ? null : "not_our_address";
  }
  const facts = await selectGuardFacts(tx, movement, lookBackFrom(now));
  const changed = await destinationObstacle(tx, movement, facts.confirmed);
  if (changed) return changed;
  if (facts.isStopped) return "stopped";
  // A disputed payment, also one that a single person has entered so far, stops the payouts of its order until it is decided.
  if (facts.doubt === "dispute") return "dispute";
  // No approval makes such an address one that somebody can use.
  if (await isUnpayable(ctx, tx, network, movement.account)) return "unpayable_address";
  if ((await unapprovedOf(tx, movement, facts.entries)).length > 0) return "second_person";
  const isApproved = await isApprovedMovement(tx, movement, movement.approvedBy ?? []);
  // An operator named the account, which needs a second person's approval, and no maker entry explains it.
  if (!isApproved && movement.secondPerson === "by_cause" && !(await isAccountExplained(tx, movement)))
    return "second_person";
  if (!isApproved && facts.doubt === "refunded") return "refunded";
  if (!isApproved && movement.secondPerson === "by_amount") return "unusual";
  const party = await partyOfMovement(ctx, tx, movement, facts);
  const blockedSince = await partyBlockedSince(tx, movement, party, now);
  if (await isStoppedByBlock(tx, movement, { blockedSince, isApproved })) return "blocked_party";
  if (!isApproved && (await isSimilarToAnother(tx, movement))) return "similar_address";
  const verdict = await capAnswer(ctx, tx, movement, { decimals, now, isApproved });
  if (verdict !== "free") return verdict;
  // Last, since each comparison is recorded: what waits for its caps is asked again every few seconds.
  return screeningObstacle(ctx, tx, movement, { ...facts, party, isApproved });
}

async function capAnswer(
  { env }: PermitContext,
  tx: Tx,
  movement: Movement,
  { decimals, now, isApproved }: { decimals: number; now: Date; isApproved: boolean },
): Promise<CapResult> {
  if (env.PAYOUT_CAPS === null) return "free";
  const { asset: of, amount } = movement;
  const usage = await capUsage(tx, movement, now);
  const caps = env.PAYOUT_CAPS[of];
  if (caps !== "by_size") return underCaps(caps, { amount, isApproved, decimals }, usage);
  return underShares(usage.held, { amount, isApproved }, usage);
}

/**
 * The first payout to an address that agrees with one we have paid at both ends and differs between: an address of that
 * kind is made to be copied by mistake. An address is one of its network, whatever was paid there. Accounts at a wallet are
 * emails, where it says nothing.
 */
async function isSimilarToAnother(tx: Tx, { id, asset: of, account }: Movement): Promise<boolean> {
  if (account.includes("@") || account.length < 20) return false;
  const network = tx.select({ network: asset.network }).from(asset).where(eq(asset.id, of));
  const ofNetwork = await tx.select({ id: asset.id }).from(asset).where(eq(asset.network, network));
  const assetIds = ofNetwork.map((row) => row.id);
  const ends = and(
    inArray(outgoing.asset, assetIds),
    eq(sql`lower(left(${outgoing.account}, 6))`, sql`lower(left(${account}, 6))`),
    eq(sql`lower(right(${outgoing.account}, 4))`, sql`lower(right(${account}, 4))`),
    ne(outgoing.id, id),
  );
  const similar = await tx
    .select({ isSame: sql<boolean>`lower(${outgoing.account}) = lower(${account})`, state: payoutGuard.state })
    .from(outgoing)
    .innerJoin(payoutGuard, eq(payoutGuard.outgoingId, outgoing.id))
    .where(ends)
    .limit(100);
  const paid = similar.filter(({ state }) => consuming.includes(state));
  return paid.length > 0 && !paid.some(({ isSame }) => isSame);
}

import { and, eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { payoutGuard } from "../db/schema/index.ts";
import { selectGuardFacts } from "../db/sql/guard-statements.ts";
import type { Context } from "../ports/context.ts";
import { nobodyBlockedSince, partyBlockedSince } from "../screening/blocks/blocks.ts";
import { isApprovedMovement, lookBackFrom, unapprovedOf } from "../staff/second-person.ts";
import { isStoppedByBlock } from "./approved-since.ts";
import { destinationObstacle } from "./destinations.ts";
import { holdFrozen, holdMovement, moveFrom } from "./hold.ts";
import { type Movement, readMovement } from "./movement.ts";
import { partyOfMovement, screeningObstacle } from "./screen-movement.ts";
import { isNotStopped } from "./stopped-rails.ts";

type Services = Pick<Context, "clock" | "db" | "env" | "ids" | "payoutOwners">;

/** Holds a movement that its owner does not let go on, before it can go any further; false where nothing forbids it. */
export function holdForOwner(ctx: Services, movement: Movement): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const obstacle = await ownerObstacle(ctx, tx, movement);
    if (obstacle === null) return false;
    await holdFrozen(tx, movement.id, ctx.clock.now());
    return true;
  });
}

/**
 * The last step before a movement is sent: from here on neither its owner nor a missing second person stops it. Returns
 * whether it may be sent now; false, and nothing changed, while its rail is stopped.
 */
export function release(ctx: Services, movement: Movement): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const stateAt = ctx.clock.now();
    const obstacle = await ownerObstacle(ctx, tx, movement);
    if (obstacle !== null) {
      await holdFrozen(tx, movement.id, stateAt);
      return false;
    }
    if (movement.kind !== "sweep") {
      const { entries, confirmed, doubt } = await selectGuardFacts(tx, movement, lookBackFrom(stateAt));
      if (doubt === "dispute") {
        await moveFrom(tx, movement, { state: "waiting", why: doubt, stateAt });
        return false;
      }
      // What an operator has done since the guard let it pass counts as well.
      if ((await unapprovedOf(tx, movement, entries)).length > 0) {
        await holdMovement(tx, movement.id, stateAt, "second_person");
        return false;
      }
      // What was prepared is what is sent: it must still be what was confirmed.
      const changed = await destinationObstacle(tx, movement, confirmed);
      if (changed) {
        await moveFrom(tx, movement, { state: "held", why: changed, stateAt });
        return false;
      }
    }
    const next = { state: "broadcast", stateAt } as const;
    const isUnstopped = isNotStopped(movement.rail);
    if (await moveFrom(tx, movement, next, and(isUnstopped, nobodyBlockedSince(movement.approvedAt)))) return true;
    const why = await whyHeldSince(ctx, tx, movement, stateAt);
    if (why !== null) {
      await holdMovement(tx, movement.id, stateAt, why);
      return false;
    }
    return moveFrom(tx, movement, next, isUnstopped);
  });
}

/** Whether a block or a list that is newer than the approval holds a movement. */
async function whyHeldSince(
  ctx: Services,
  tx: Tx,
  movement: Movement,
  now: Date,
): Promise<"blocked_party" | "screening" | null> {
  if (movement.kind === "sweep") return null;
  const isApproved = await isApprovedMovement(tx, movement, movement.approvedBy ?? []);
  const facts = await selectGuardFacts(tx, movement, lookBackFrom(now));
  const party = await partyOfMovement(ctx, tx, movement, facts);
  const blockedSince = await partyBlockedSince(tx, movement, party, now);
  if (await isStoppedByBlock(tx, movement, { blockedSince, isApproved })) return "blocked_party";
  // The provider has answered when the guard let it pass: only what has changed since counts.
  const obstacle = await screeningObstacle(ctx, tx, movement, { ...facts, party, isApproved });
  return obstacle === "screening" ? obstacle : null;
}

/**
 * Why a movement that was let go must not be sent now, where a person has still to send it: hours may lie between. Null where nothing
 * forbids it. An approval from before a new block or list does not know it, so it counts for nothing here.
 */
export async function obstacleSinceRelease(
  ctx: Services,
  tx: Tx,
  id: string,
): Promise<"frozen" | "blocked_party" | "screening" | null> {
  const movement = await readMovement(tx, id);
  if (!movement) return null;
  if ((await ownerObstacle(ctx, tx, movement)) !== null) return "frozen";
  const [since] = await tx
    .select({ isNobodyNew: nobodyBlockedSince(movement.approvedAt) })
    .from(payoutGuard)
    .where(eq(payoutGuard.outgoingId, id));
  if (since?.isNobodyNew === true) return null;
  return whyHeldSince(ctx, tx, { ...movement, approvedBy: null }, ctx.clock.now());
}

/** Why its owner does not let a movement go on; null where nothing forbids it. */
export function ownerObstacle({ payoutOwners }: Pick<Context, "payoutOwners">, tx: Tx, movement: Movement) {
  return payoutOwners(movement.kind).obstacle(tx, movement, movement.source);
}

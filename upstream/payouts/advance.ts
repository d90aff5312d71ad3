import { eq } from "drizzle-orm";
import { order, payoutGuard } from "../db/schema/index.ts";
import { walletRail } from "../ledger/rules/booking.ts";
import type { MovementState } from "../orders/rules/order-facts.ts";
import { normalTransactionId } from "../orders/rules/transaction-id.ts";
import type { Context } from "../ports/context.ts";
import type { MovementEnd } from "../ports/payout-owner.ts";
import type { PayoutRail, Preparation, Reading } from "../ports/payout-rail.ts";
import { RailUnavailable } from "../ports/rail.ts";
import { countsFrom, dropped, unconfirmed } from "./cap-usage.ts";
import { followInclusion } from "./follow-inclusion.ts";
import { type GuardChange, moveFrom } from "./hold.ts";
import { lockMovement, type Movement, readMovement } from "./movement.ts";
import { holdForOwner, release } from "./owner-obstacle.ts";
import { permit } from "./permit.ts";
import { isStopped } from "./stopped-rails.ts";
import { addressesTakenBack, readParts } from "./sweeps/read-parts.ts";

/** `why` of what its rail could not prepare, because it does not answer. */
const railAway = "rail_away";

/**
 * Moves one movement of outgoing money on as far as it can go now: approved under the caps, prepared and stored, sent, and read.
 * Idempotent, in any process, and after a crash between any two steps: what was prepared is stored before it is sent,
 * and what became of it is only ever read from the rail. Throws `RailUnavailable` where the rail does not answer.
 */
export async function advance(ctx: Context, id: string): Promise<void> {
  const movement = await readMovement(ctx.db.orm, id);
  if (movement) await advanceFrom(ctx, movement);
}

/**
 * The same for a movement that was just read. It goes on with what each step has written: every step is taken only from the
 * state it was decided in, and what may stop a movement is asked again when it is let go.
 */
export async function advanceFrom(ctx: Context, movement: Movement): Promise<void> {
  let next: Movement | null = movement;
  while (next) next = await takeStep(ctx, next);
}

/** The movement afterwards; null when nothing more can be done now. */
async function takeStep(ctx: Context, movement: Movement): Promise<Movement | null> {
  // A movement into a wallet does not leave us: it is done as soon as it is booked, without caps, approval or a rail.
  if (movement.rail === walletRail) {
    if (movement.status === "sending")
      await end(ctx, movement, { state: "settled", txId: movement.id, networkFee: null });
    return null;
  }
  switch (movement.state) {
    case "waiting": {
      if (await isPaymentLost(ctx, movement)) {
        await end(ctx, movement, { state: "void", reason: "payment_lost", networkFee: null });
        return null;
      }
      const permitted = await permit(ctx, movement);
      return permitted?.state === "approved" ? prepare(ctx, permitted) : permitted;
    }
    case "approved":
      return (await holdForOwner(ctx, movement)) ? null : prepare(ctx, movement);
    case "prepared":
      return (await release(ctx, movement)) ? { ...movement, state: "broadcast" } : null;
    case "broadcast":
      await send(ctx, movement);
      return null;
    case "held":
      return null;
    case "settled":
      await readSettled(ctx, movement);
      return null;
    default:
      // What a rail has done is booked even after it had said something else.
      await record(ctx, movement, await railOf(ctx, movement).read(movement));
      return null;
  }
}

/** The payer has won a dispute before anything was sent or prepared: nothing leaves any more, and the order takes its loss. */
async function isPaymentLost({ db }: Context, { why, plan, orderRef }: Movement): Promise<boolean> {
  if (why !== "dispute" || plan !== null || orderRef === null) return false;
  const [row] = await db.orm.select({ disputes: order.disputes }).from(order).where(eq(order.ref, orderRef));
  return row?.disputes.some(({ state }) => state === "lost_meanwhile") ?? false;
}

async function prepare(ctx: Context, movement: Movement): Promise<Movement | null> {
  const preparation = await preparationOf(ctx, movement);
  switch (preparation.state) {
    case "prepared": {
      const next = { state: "prepared", plan: preparation.plan, why: null } as const;
      return (await move(ctx, movement, next)) ? { ...movement, ...next } : null;
    }
    case "wait":
      if (movement.why !== preparation.reason)
        await move(ctx, movement, { state: "approved", why: preparation.reason });
      return null;
    case "refused":
      await end(ctx, movement, { ...preparation, networkFee: null });
      return null;
  }
}

/** While the rail, its node or its signer is away, the movement says so, and is tried again with all that waits. */
async function preparationOf(ctx: Context, movement: Movement): Promise<Preparation> {
  try {
    return await railOf(ctx, movement).prepare(await withParts(ctx, movement));
  } catch (error) {
    const isNews = error instanceof RailUnavailable && movement.why !== railAway;
    if (isNews) await move(ctx, movement, { state: "approved", why: railAway });
    throw error;
  }
}

/** Repeated until the rail says what became of it. Sends only what the rail does not know of. */
async function send(ctx: Context, movement: Movement): Promise<void> {
  const rail = railOf(ctx, movement);
  const reading = await rail.read(movement);
  const isUnfinished = reading.state === "unfinished";
  if (reading.state !== "unknown" && !isUnfinished) return record(ctx, movement, reading);
  // A network may forget what it had: it may then leave at any moment, and counts against the caps until it is known again.
  const why = movement.why === unconfirmed && !isUnfinished ? dropped : movement.why;
  if (why !== movement.why && !(await move(ctx, movement, { state: "broadcast", why }))) return;
  if (movement.plan === null || (await isStopped(ctx.db.orm, movement.rail))) return;
  await rail.broadcast(await withParts(ctx, movement), movement.plan);
  await record(ctx, { ...movement, why }, await rail.read(movement));
}

/**
 * A network may take back what it had included: the same is sent again, as long as it can still happen. What never will comes
 * back to its owner.
 */
async function readSettled(ctx: Context, movement: Movement): Promise<void> {
  const rail = railOf(ctx, movement);
  const reading = await rail.read(movement);
  const { nextReadAt, plan } = movement;
  if (nextReadAt === null) return record(ctx, movement, reading);
  switch (reading.state) {
    case "unknown":
      if (plan !== null && !(await isStopped(ctx.db.orm, movement.rail)))
        await rail.broadcast(await withParts(ctx, movement), plan);
      return;
    case "void":
    case "reverted":
      await followInclusion(ctx, movement, { networkFee: null, ...reading, txId: null });
      return end(ctx, movement, { state: "returned", amount: null });
    case "settled": {
      await followInclusion(ctx, movement, await withNormalId(ctx, movement, reading));
      const back = await addressesTakenBack(ctx.db.orm, movement, reading.parts ?? []);
      if (back.length > 0) return end(ctx, movement, { state: "returned", amount: null, back });
      if (!reading.isReversible) await move(ctx, movement, { state: "settled", nextReadAt: null });
      return record(ctx, movement, reading);
    }
    default:
      return record(ctx, movement, reading);
  }
}

async function record(ctx: Context, movement: Movement, reading: Reading): Promise<void> {
  switch (reading.state) {
    case "unknown":
      return;
    case "unfinished":
    case "pending":
      if (movement.state === "broadcast" && movement.why !== unconfirmed)
        await move(ctx, movement, { state: "broadcast", why: unconfirmed, ...countsFrom(movement, ctx.clock.now()) });
      return;
    case "settled": {
      const { isReversible = false, ...settled } = reading;
      return end(ctx, movement, settled, isReversible);
    }
    case "reverted":
    case "void":
      // Read again for a week after it has failed: what is booked already needs no lock of its owner.
      if (mayFollow(movement.state, reading.state)) await end(ctx, movement, { networkFee: null, ...reading });
      return;
    case "returned": {
      // Only what has been sent can come back; the rail may report both at once.
      const { state, amount, back, ...settled } = reading;
      await end(ctx, movement, { state: "settled", ...settled });
      await end(ctx, movement, { state, amount, ...(back && { back }) });
    }
  }
}

/**
 * Tells the owner, once: state and booking change in one transaction under the owner's lock. `isReversible`: it is read again
 * until its network can no longer take it back.
 */
async function end(ctx: Context, movement: Movement, reading: MovementEnd, isReversible = false): Promise<void> {
  const { id } = movement;
  const ended = await withNormalId(ctx, movement, reading);
  const reported = { movement, end: ended, by: "rail" } as const;
  const refusal = await ctx.payoutOwners(movement.kind).ended(ctx, reported, async (tx) => {
    const now = await lockMovement(tx, id);
    if (!now) return false;
    if (ended.state === "settled" && isOtherTransaction(now, ended.txId)) return true;
    if (!mayFollow(now.state, ended.state)) return false;
    const at = ctx.clock.now();
    const nextReadAt = isReversible ? at : null;
    const next = { state: ended.state, why: null, stateAt: at, nextReadAt, ...countsFrom(now, at) };
    await tx.update(payoutGuard).set(next).where(eq(payoutGuard.outgoingId, id));
    return true;
  });
  if (refusal) ctx.log.warn({ movement: id, state: ended.state, code: refusal.refused }, "payout end refused");
}

/** With its transaction id as it is stored and compared: the same one in other letters is no second payment. */
async function withNormalId<End extends MovementEnd>(ctx: Context, movement: Movement, ended: End): Promise<End> {
  if (ended.state !== "settled") return ended;
  const asset = (await ctx.market.terms()).assets.find(({ id }) => id === movement.asset);
  return asset ? { ...ended, txId: normalTransactionId(asset, ended.txId) } : ended;
}

/** An end is recorded once. A movement reported as failed may turn out to be settled, never the reverse. */
function mayFollow(now: MovementState, next: MovementState): boolean {
  if (now === next || now === "returned") return false;
  if (now === "settled") return next === "returned";
  const isOver = now === "refused" || now === "reverted" || now === "void";
  return next === "returned" ? false : !isOver || next === "settled";
}

/** The rail names a second transaction for what it had sent by another one: an operator has to look. */
function isOtherTransaction({ state, railTxId, otherTxId }: Movement, txId: string): boolean {
  return (state === "settled" || state === "returned") && railTxId !== txId && otherTxId !== txId;
}

/** A step of this service; lost where another worker or an operator was first. */
async function move(ctx: Context, movement: Movement, next: GuardChange & { state: MovementState }): Promise<boolean> {
  // Operators see since when it is in its state: a change of `why` alone does not begin anew.
  const since = next.state === movement.state ? {} : { stateAt: ctx.clock.now() };
  return moveFrom(ctx.db.orm, movement, { ...next, ...since });
}

/** As its rail gets it: a sweep with its addresses. */
const withParts = async (ctx: Context, movement: Movement) =>
  movement.kind === "sweep" ? { ...movement, parts: await readParts(ctx.db.orm, movement.id) } : movement;

const railOf = (ctx: Context, movement: Movement): PayoutRail => ctx.rails.payoutOf(movement);

import { eq } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { deposit, order } from "../../db/schema/index.ts";
import { applyEvent } from "../../orders/apply-event.ts";
import { letGoOn } from "../../payouts/hold.ts";
import { lockMovement } from "../../payouts/movement.ts";
import { queueMovement } from "../../payouts/request-payout.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";
import { endDepositCheck } from "../../wallets/credit-deposit.ts";
import { lockWallet } from "../../wallets/lock-wallet.ts";
import type { HitRow } from "../decide-hit.ts";
import { hitsOn } from "../screen.ts";

type Decide = (tx: Tx) => Promise<boolean>;

/**
 * Decides a hit as a false alarm, by `decide`, and lets its subject go on where nothing else holds it: the order continues, the
 * deposit is credited, the movement passes the guard again. One transaction under the subject's lock. Says what became of it.
 */
export async function releaseSubject(ctx: Context, hit: HitRow, decide: Decide): Promise<string> {
  switch (hit.subjectKind) {
    case "order":
      return releaseOrder(ctx, hit, decide);
    case "deposit":
      return ctx.db.transaction((tx) => releaseDeposit(ctx, tx, hit, decide));
    case "movement":
      return releaseMovement(ctx, hit, decide);
    default:
      await ctx.db.transaction(decide);
      return `${hit.subjectKind} ${hit.subjectId}: nothing was held`;
  }
}

async function isFree(tx: Tx, { subjectKind, subjectId }: HitRow): Promise<boolean> {
  const { open, confirmed } = await hitsOn(tx, subjectKind, subjectId);
  return open + confirmed === 0;
}

async function releaseOrder(ctx: Context, hit: HitRow, decide: Decide): Promise<string> {
  const name = `order ${hit.subjectId}`;
  let state = "stays as it is";
  const event = { name: "operator_release", note: "" } as const;
  const after = await applyEvent(ctx, hit.subjectId, event, "system", async (tx) => {
    if (!(await decide(tx))) return false;
    const isHeld = await isHeldByCheck(tx, hit.subjectId);
    if (!(await isFree(tx, hit))) state = "waits for its other hits";
    else if (isHeld) state = "goes on";
    return state === "goes on";
  });
  if (!isRefusal(after)) return `${name} ${state}`;
  // The hold cannot end now, as during a dispute: the decision counts all the same.
  await ctx.db.transaction(decide);
  return `${name} stays on hold`;
}

async function isHeldByCheck(tx: Tx, ref: string): Promise<boolean> {
  const [row] = await tx.select({ reason: order.holdReason }).from(order).where(eq(order.ref, ref));
  return row?.reason === "aml_check";
}

async function releaseDeposit(ctx: Context, tx: Tx, hit: HitRow, decide: Decide): Promise<string> {
  const name = `deposit ${hit.subjectId}`;
  const [seen] = await tx.select().from(deposit).where(eq(deposit.id, hit.subjectId));
  // The wallet before the deposit, as everywhere.
  const wallet = seen?.memberId ? await lockWallet(tx, seen.memberId, seen.walletAsset) : undefined;
  const [row] = await tx.select().from(deposit).where(eq(deposit.id, hit.subjectId)).for("update");
  if (!(await decide(tx)) || row?.status !== "checking") return `${name} stays as it is`;
  if (!(await isFree(tx, hit))) return `${name} waits for its other hits`;
  return `${name} is ${await endDepositCheck(tx, row, { wallet, now: ctx.clock.now() })}`;
}

async function releaseMovement(ctx: Context, hit: HitRow, decide: Decide): Promise<string> {
  const name = `payout ${hit.subjectId}`;
  const state = await ctx.db.transaction(async (tx) => {
    const movement = await lockMovement(tx, hit.subjectId);
    if (!(await decide(tx)) || movement?.state !== "held" || movement.why !== "screening") return "stays as it is";
    if (!(await isFree(tx, hit))) return "waits for its other hits";
    await letGoOn(tx, movement, null, ctx.clock.now());
    await queueMovement(ctx, tx, movement);
    return "goes on";
  });
  ctx.jobs.wakeWorkers();
  return `${name} ${state}`;
}

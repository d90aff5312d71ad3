import { eq } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { deposit, order } from "../../db/schema/index.ts";
import { applyEvent } from "../../orders/apply-event.ts";
import { operatorHoldOf } from "../../orders/operator-hold.ts";
import { screeningHold } from "../../orders/screen-order.ts";
import { letGoOn } from "../../payouts/hold.ts";
import { lockMovement } from "../../payouts/movement.ts";
import { queueMovement } from "../../payouts/request-payout.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";
import { endDepositCheck } from "../../wallets/credit-deposit.ts";
import { lockWallet } from "../../wallets/lock-wallet.ts";
import { markAsHolding, type QuestionRow } from "../provider/questions.ts";
import { hitsOn } from "../screen.ts";

type Held = Pick<QuestionRow, "subjectKind" | "subjectId">;
type Decide = (tx: Tx) => Promise<boolean>;

/**
 * Ends what has held a subject, by `decide`: a hit as a false alarm, or the wait for the provider. Lets the subject go on where
 * nothing else holds it: the order continues, the deposit is credited, the movement passes the guard again. One transaction under
 * the subject's lock. Says what became of it.
 */
export async function releaseSubject(ctx: Context, held: Held, decide: Decide): Promise<string> {
  switch (held.subjectKind) {
    case "order":
      return releaseOrder(ctx, held, decide);
    case "deposit":
      return ctx.db.transaction((tx) => releaseDeposit(ctx, tx, held, decide));
    case "movement":
      return releaseMovement(ctx, held, decide);
    default:
      await ctx.db.transaction(decide);
      return `${held.subjectKind} ${held.subjectId}: nothing was held`;
  }
}

/**
 * What else it waits for; null where nothing. An order or deposit that the provider was asked about goes on with the answer; a
 * movement waits for it at the guard.
 */
async function waitsFor(tx: Tx, { subjectKind, subjectId }: Held): Promise<string | null> {
  const { open, confirmed, waiting } = await hitsOn(tx, subjectKind, subjectId);
  if (open + confirmed > 0) return "waits for its other hits";
  if (subjectKind === "movement" || waiting === 0) return null;
  await markAsHolding(tx, subjectKind, subjectId);
  return "waits for the screening provider";
}

async function releaseOrder(ctx: Context, held: Held, decide: Decide): Promise<string> {
  const name = `order ${held.subjectId}`;
  let state = "stays as it is";
  const event = { name: "operator_release", note: "" } as const;
  const after = await applyEvent(ctx, held.subjectId, event, "system", async (tx) => {
    if (!(await decide(tx))) return false;
    const [row] = await tx.select().from(order).where(eq(order.ref, held.subjectId));
    if (row?.holdReason !== screeningHold.reason) return false;
    const isOperators = (await operatorHoldOf(tx, row)) !== null;
    state = (await waitsFor(tx, held)) ?? (isOperators ? "stays on hold: an operator has held it" : "goes on");
    return state === "goes on";
  });
  if (!isRefusal(after)) return `${name} ${state}`;
  // The hold cannot end now, as during a dispute: the decision counts all the same.
  await ctx.db.transaction(decide);
  return `${name} stays on hold`;
}

async function releaseDeposit(ctx: Context, tx: Tx, held: Held, decide: Decide): Promise<string> {
  const name = `deposit ${held.subjectId}`;
  const [seen] = await tx.select().from(deposit).where(eq(deposit.id, held.subjectId));
  // The wallet before the deposit, as everywhere.
  const wallet = seen?.memberId ? await lockWallet(tx, seen.memberId, seen.walletAsset) : undefined;
  const [row] = await tx.select().from(deposit).where(eq(deposit.id, held.subjectId)).for("update");
  if (!(await decide(tx)) || row?.status !== "checking") return `${name} stays as it is`;
  const other = await waitsFor(tx, held);
  if (other !== null) return `${name} ${other}`;
  return `${name} is ${await endDepositCheck(tx, row, { wallet, now: ctx.clock.now() })}`;
}

async function releaseMovement(ctx: Context, held: Held, decide: Decide): Promise<string> {
  const name = `payout ${held.subjectId}`;
  const state = await ctx.db.transaction(async (tx) => {
    const movement = await lockMovement(tx, held.subjectId);
    if (!(await decide(tx)) || movement?.state !== "held" || movement.why !== "screening") return "stays as it is";
    const other = await waitsFor(tx, held);
    if (other !== null) return other;
    await letGoOn(tx, movement, null, ctx.clock.now());
    await queueMovement(ctx, tx, movement);
    return "goes on";
  });
  ctx.jobs.wakeWorkers();
  return `${name} ${state}`;
}

import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, or } from "drizzle-orm";
import { member, order, savedAddress, screeningImport, wallet } from "../db/schema/index.ts";
import { selectWalletSenders } from "../db/sql/sender-statements.ts";
import { applyEvent } from "../orders/apply-event.ts";
import { mayBeHeldNow, screeningHold, screenOrder } from "../orders/screen-order.ts";
import type { Context } from "../ports/context.ts";
import { partyOfMember } from "../screening/blocks/blocks.ts";
import { screen } from "../screening/screen.ts";

/** What was there before a list changed, in the order in which it is compared again. */
const stages = ["orders", "addresses", "members"] as const;
type Stage = (typeof stages)[number];

const batchSize = 100;
const batchesPerRun = 20;

const openStatuses = [
  ...(["awaiting_payment", "payment_reported", "confirming", "on_hold", "processing", "sending"] as const),
  ...(["refund_pending", "refunding", "disputed"] as const),
];

/**
 * Compares open orders, saved addresses and members with wallets with the lists once more, after an import: in batches, with
 * the place in the database, so that a restart goes on there. Orders are held; for the others a hit is opened, and what
 * leaves them is held by the payout guard. Repeating a batch opens nothing twice.
 */
export async function rescanLists(ctx: Context): Promise<void> {
  for (let batch = 0; batch < batchesPerRun; batch += 1) if (!(await scanBatch(ctx))) return;
}

/** False where nothing is left to do. */
async function scanBatch(ctx: Context): Promise<boolean> {
  const isUnfinished = or(isNull(screeningImport.rescanStage), ne(screeningImport.rescanStage, "done"));
  const [current] = await ctx.db.orm
    .select()
    .from(screeningImport)
    .where(and(isNull(screeningImport.replacedAt), isUnfinished))
    .orderBy(desc(screeningImport.importedAt), desc(screeningImport.id))
    .limit(1);
  if (!current) return false;
  const stage = stages.find((name) => name === current.rescanStage) ?? "orders";
  const ids = await scanners[stage].next(ctx, current.rescanAfter ?? "");
  for (const id of ids) {
    try {
      await scanners[stage].scan(ctx, id);
    } catch (error) {
      // The others are compared; the payout guard compares this one before its money leaves.
      ctx.log.error({ stage, id, err: error }, "a comparison with the lists failed");
    }
  }
  const last = ids.at(-1);
  const isStageOver = last === undefined || ids.length < batchSize;
  const nextStage = isStageOver ? (stages[stages.indexOf(stage) + 1] ?? "done") : stage;
  const cursor = { rescanStage: nextStage, rescanAfter: isStageOver ? null : last };
  // All lists are compared at once: what was imported before needs no run of its own.
  const about =
    nextStage === "done" ? lte(screeningImport.importedAt, current.importedAt) : eq(screeningImport.id, current.id);
  await ctx.db.orm.update(screeningImport).set(cursor).where(about);
  return true;
}

type Scanner = { next(ctx: Context, after: string): Promise<string[]>; scan(ctx: Context, id: string): Promise<void> };

const scanners: Record<Stage, Scanner> = {
  orders: {
    async next({ db }, after) {
      const rows = await db.orm
        .select({ id: order.ref })
        .from(order)
        .where(and(inArray(order.status, openStatuses), gt(order.ref, after)))
        .orderBy(asc(order.ref))
        .limit(batchSize);
      return rows.map(({ id }) => id);
    },
    async scan(ctx, ref) {
      await applyEvent(ctx, ref, screeningHold, "system", async (tx) => {
        const [row] = await tx.select().from(order).where(eq(order.ref, ref));
        if (!row) return false;
        const { open, confirmed } = await screenOrder(ctx, tx, row, "list");
        return open + confirmed > 0 && (await mayBeHeldNow(tx, row));
      });
    },
  },
  addresses: {
    async next({ db }, after) {
      const rows = await db.orm
        .select({ id: savedAddress.id })
        .from(savedAddress)
        .where(gt(savedAddress.id, after))
        .orderBy(asc(savedAddress.id))
        .limit(batchSize);
      return rows.map(({ id }) => id);
    },
    scan: (ctx, id) =>
      ctx.db.transaction(async (tx) => {
        const [row] = await tx.select().from(savedAddress).where(eq(savedAddress.id, id));
        if (!row) return;
        const customer = { memberId: row.memberId, email: null };
        await screen(ctx, tx, { kind: "address", id, occasion: "list", party: { accounts: [row.account] }, customer });
      }),
  },
  members: {
    async next({ db }, after) {
      const rows = await db.orm
        .selectDistinct({ id: member.id })
        .from(member)
        .innerJoin(wallet, eq(wallet.memberId, member.id))
        .where(and(isNull(member.closedAt), gt(member.id, after)))
        .orderBy(asc(member.id))
        .limit(batchSize);
      return rows.map(({ id }) => id);
    },
    scan: (ctx, id) =>
      ctx.db.transaction(async (tx) => {
        const walletSenders = await selectWalletSenders(tx, id);
        const party = { ...(await partyOfMember(tx, id)), walletSenders };
        const answersOf = { orderRef: null, memberId: id };
        const customer = { memberId: id, email: null };
        await screen(ctx, tx, { kind: "member", id, occasion: "list", party, answersOf, customer });
      }),
  },
};

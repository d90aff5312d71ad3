import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { parseRef, shownRef } from "../../../contract/order/order-number.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Tx } from "../../db/database.ts";
import { asset as assetTable, order, withdrawal } from "../../db/schema/index.ts";
import { originsOf, type UnclaimedOrigin } from "../../db/sql/unclaimed-money.ts";
import { BookingRefused } from "../../ledger/book.ts";
import { anywayArgument, assetArgument, limitArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../operator/command.ts";
import { payableAccount } from "../../operator/concerns/payable-account.ts";
import { unclaimedMoney } from "../../operator/reports/unclaimed-money.ts";
import { secondLook } from "../../operator/second-look.ts";
import type { Context } from "../../ports/context.ts";
import { readMemo } from "../../shared/rules/fields/asked-fields.ts";
import { requestUnclaimedPayout } from "./request-payout-of-unclaimed.ts";

const payment = z.object({
  id: z.string({ error: "Enter what the money came from." }).trim().max(64).describe("id, as in `unclaimed list`"),
  asset: assetArgument,
  account: z.string({ error: "Enter the account." }).trim().min(1).max(200).describe("account of the money's owner"),
  memo: z.string().trim().max(100).optional().describe("memo, where the network has one"),
  reason: reasonArgument,
  anyway: anywayArgument,
});
type Payment = z.infer<typeof payment>;

export const unclaimedCommands = [
  command({
    name: "unclaimed list",
    summary: "Money that no wallet and no order has: what it came from, whose it is as far as known, amount and age.",
    args: z.object({ limit: limitArgument }),
    run: async (ctx, { limit }) => done(await unclaimedMoney(ctx, limit)),
  }),
  command({
    name: "unclaimed pay",
    summary: "Pays all that is kept of one origin in one asset to its owner's account.",
    changes: { asks: "the order or withdrawal that it came from names another account" },
    positional: ["id", "asset", "account"],
    args: payment,
    run: pay,
  }),
];

async function pay(ctx: Context, args: Payment, operator: Operator): Promise<Outcome> {
  const [asset] = await ctx.db.orm.select().from(assetTable).where(eq(assetTable.id, args.asset));
  if (!asset) return refused(`Unknown asset: ${args.asset}.`);
  if (ctx.rails.payoutRail(asset.id) === undefined) return refused(`No rail pays out ${asset.id}.`);
  const payable = await payableAccount(ctx, asset, args.account);
  if (typeof payable === "string") return refused(payable);
  if (args.memo !== undefined && !asset.needsMemo) return refused(`${asset.id} has no memo.`);
  const memo = args.memo === undefined ? null : readMemo("", args.memo);
  if (typeof memo === "object" && memo !== null) return refused(`"${args.memo}" is not a memo for ${asset.id}.`);
  const id = parseRef(args.id) ?? args.id;
  const [origin] = await originsOf(ctx.db.orm, [id, args.id], asset.id);
  if (!origin) return refused(`Nothing in ${asset.id} is kept as unclaimed of ${args.id}.`);
  try {
    return await ctx.db.transaction(async (tx) => {
      const to = { ...payable, memo, actor: operator.name };
      const requested = await requestUnclaimedPayout(ctx, tx, origin, asset.id, to);
      if (requested === "nothing") return refused(`All in ${asset.id} of ${args.id} is on its way out, or gone.`);
      if (requested === "may_continue")
        return refused(`The order ${shownRef(origin.id)} has not ended, or is disputed: it may still need its money.`);
      const override = secondLook(args.anyway, [await otherAccount(tx, origin, payable.account)]);
      const amount = formatDecimal(requested.amount, asset.decimals);
      await recordAudit(ctx, tx, operator, {
        ...{ action: "unclaimed_paid", subject: origin.id, reason: args.reason },
        details: {
          from: origin.from,
          asset: asset.id,
          amount,
          after: { movement: requested.id, ...payable, memo },
          ...override,
        },
        makerFacts: [{ kind: "unclaimed_payout", about: "movement", id: requested.id }],
      });
      return done(`${amount} ${asset.id} go to ${payable.account} as ${requested.id}.`);
    });
  } catch (error) {
    if (error instanceof BookingRefused)
      return refused(`Where ${asset.id} is paid out from there is too little, or too little for the network's fee.`);
    throw error;
  }
}

/** The account that the customer had named for it. */
async function otherAccount(tx: Tx, { from, id }: UnclaimedOrigin, account: string): Promise<string | null> {
  const named = await namedAccount(tx, from, id);
  if (named === null || named === account) return null;
  return `Its ${from} names the account ${named}; the money would go to ${account}.`;
}

async function namedAccount(tx: Tx, from: UnclaimedOrigin["from"], id: string): Promise<string | null> {
  if (from === "order") {
    const [row] = await tx.select({ account: order.refundAccount }).from(order).where(eq(order.ref, id));
    return row?.account ?? null;
  }
  if (from !== "withdrawal") return null;
  const [row] = await tx.select({ account: withdrawal.account }).from(withdrawal).where(eq(withdrawal.id, id));
  return row?.account === "" ? null : (row?.account ?? null);
}

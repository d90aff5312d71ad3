import { shownRef } from "../../../contract/order/order-number.ts";
import type { Context } from "../../ports/context.ts";
import { type OrderRow, readOrder } from "../order-facts-query.ts";
import { exposureOf } from "../rules/exposure.ts";
import { holdRules } from "../rules/holds.ts";
import { nextSteps } from "../view/next-operator-steps.ts";
import type { OperatorFacts } from "./operator-email.ts";

/** The facts of an order for its operator, when the email is sent. */
export async function operatorFacts(ctx: Context, row: OrderRow): Promise<OperatorFacts> {
  const market = await ctx.market.snapshot();
  const { facts } = await readOrder(ctx, ctx.db.orm, row, market);
  const exposure = exposureOf(facts);
  const nameOf = (id: string) => {
    const asset = market.assets.find((row) => row.id === id);
    if (!asset) throw new Error(`Unknown asset: ${id}`);
    return asset;
  };
  const { holdReason, holdDeadline } = row;
  const rule = holdReason && holdRules[holdReason];
  const hold = rule && { reason: holdReason, actionBy: rule.actionBy, default: rule.default, deadline: holdDeadline };
  return {
    ref: row.ref,
    status: row.status,
    hold,
    from: nameOf(row.fromAsset),
    to: nameOf(row.toAsset),
    fromAmount: row.fromAmount,
    toAmount: row.toAmount,
    received: row.received,
    payout: exposure.payout,
    isDisputed: row.disputeFlag !== null,
    atStake: exposure.atStake,
    payer: row.payinAccount,
    email: row.email,
    commands: holdReason ? nextSteps(ctx.rails, row, holdReason) : commandsWithoutHold(ctx, row),
  };
}

function commandsWithoutHold({ rails }: Context, row: OrderRow): string[] {
  const { ref, status, disputeFlag, fromAsset } = row;
  const orderNumber = shownRef(ref);
  if (status === "payment_reported") {
    const payment = `--tx ID --amount AMOUNT --asset ${fromAsset} --reason "..."`;
    return [`operator orders show ${orderNumber}`, `operator orders confirm-payin ${orderNumber} ${payment}`];
  }
  return disputeFlag === null ? [`operator orders show ${orderNumber}`] : nextSteps(rails, row, "dispute");
}

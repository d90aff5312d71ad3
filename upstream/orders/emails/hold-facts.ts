import type { OrderStatus } from "../../../contract/order/order-states.ts";
import { parseAmount } from "../../../contract/values/decimal.ts";
import type { Context } from "../../ports/context.ts";
import { type OrderRow, readOrder } from "../order-facts-query.ts";
import { actionsOf } from "../rules/actions.ts";
import { paidAmount } from "../rules/condition.ts";
import { startDecision, toBalance } from "../rules/decision-builder.ts";
import { holdRules } from "../rules/holds.ts";
import type { OrderFacts } from "../rules/order-facts.ts";
import { holdView } from "../view/hold-view.ts";
import type { HoldFacts, HoldReasonText } from "./hold-texts.ts";

/** The facts of a hold in an email: the same rules and options as on the order page. */
export async function holdFacts(ctx: Context, before: OrderRow): Promise<HoldFacts | null> {
  if (before.holdReason === null) return null;
  const market = await ctx.market.snapshot();
  const { row, facts } = await readOrder(ctx, ctx.db.orm, before, market);
  if (row.holdReason === null) return null;
  const hold = holdView(facts, actionsOf(facts));
  if (hold === null) return null;
  const assetOf = (id: string | undefined) => market.assets.find((asset) => asset.id === (id ?? row.fromAsset));
  const minor = (text: string | undefined, id: string | undefined) => {
    const amount = text === undefined ? null : parseAmount(text, assetOf(id)?.decimals ?? 0);
    return typeof amount === "bigint" ? amount : null;
  };
  const rule = holdRules[row.holdReason];
  return {
    reason: reasonOf(facts),
    actionBy: rule.actionBy,
    // A refund in progress has no default; only an order on hold has one.
    default: row.status === "on_hold" ? rule.default : null,
    deadline: row.holdDeadline,
    missing: missingOf(facts),
    choices: hold.options.map((option) => ({
      action: option.action,
      amount: minor(option.refund_amount, option.asset),
      fee: minor(option.fee, option.asset),
      asset: assetOf(option.asset),
    })),
  };
}

const ended: ReadonlySet<OrderStatus> = new Set(["completed", "refunded", "failed", "charged_back"]);
const aboutPayments: ReadonlySet<string> = new Set(["amount_mismatch", "late_payment"]);

function reasonOf(facts: OrderFacts): HoldReasonText {
  const { holdReason, restingStatus, status } = facts.order;
  if (holdReason === null) throw new Error("An order without a hold has no reason");
  if (status === "refund_pending" && holdReason === "reserve_low") return "refund_waits";
  if (holdReason === "payout_error" && toBalance(startDecision(facts)) === 0n) return "refund_failed";
  const isExtra = restingStatus !== null && ended.has(restingStatus);
  return isExtra && aboutPayments.has(holdReason) ? "extra_payment" : holdReason;
}

/** Too little was paid and the rest may follow, unless the order has ended. */
function missingOf(facts: OrderFacts): bigint | null {
  const { holdReason, restingStatus, fromAmount } = facts.order;
  const isOpen = restingStatus === null || !ended.has(restingStatus);
  const missing = fromAmount - paidAmount(startDecision(facts));
  const canTopUp = holdReason === "amount_mismatch" || holdReason === "below_minimum";
  return canTopUp && isOpen && missing > 0n ? missing : null;
}

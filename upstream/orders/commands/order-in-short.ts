import { eq, inArray } from "drizzle-orm";
import { shownRef } from "../../../contract/order/order-number.ts";
import type { OrderStatus } from "../../../contract/order/order-states.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { asset, order } from "../../db/schema/index.ts";
import type { ShownRow } from "../../operator/command.ts";
import type { Context } from "../../ports/context.ts";
import { holdRules } from "../rules/holds.ts";

/** The facts of an order for support, without account details; undefined if there is no such order. */
export async function orderInShort({ db: { orm } }: Pick<Context, "db">, ref: string): Promise<ShownRow | undefined> {
  const [row] = await orm.select().from(order).where(eq(order.ref, ref));
  if (!row) return undefined;
  const assets = await orm
    .select()
    .from(asset)
    .where(inArray(asset.id, [row.fromAsset, row.toAsset]));
  const text = (minor: bigint, id: string) =>
    `${formatDecimal(minor, assets.find((assetRow) => assetRow.id === id)?.decimals ?? 0)} ${id}`;
  return {
    number: shownRef(row.ref),
    status: row.status,
    customer_sends: text(row.fromAmount, row.fromAsset),
    received: text(row.received, row.fromAsset),
    customer_gets: text(row.toAmount, row.toAsset),
    paid_out: text(row.sent, row.toAsset),
    waits_for: waitsFor(row),
    more: `operator orders show ${shownRef(row.ref)}`,
  };
}

function waitsFor({ holdReason, holdDeadline, status, expiresAt }: typeof order.$inferSelect): string | null {
  if (holdReason) {
    const actor = { client: "the customer", operator: "an operator", system: "its time" }[
      holdRules[holdReason].actionBy
    ];
    return `${actor}: ${holdReason}${until(holdDeadline)}`;
  }
  const event = awaitedEvents[status];
  return status === "awaiting_payment" ? `${event}${until(expiresAt)}` : event;
}

const until = (time: Date | null) => (time ? `, until ${time.toISOString()}` : "");

const awaitedEvents: Record<OrderStatus, string | null> = {
  draft: "the customer's confirmation",
  awaiting_payment: "the payment",
  payment_reported: "the payment, which the customer has reported",
  confirming: "confirmations of the payment",
  on_hold: "a decision",
  processing: "our payout",
  sending: "the network's confirmation of the payout",
  completed: null,
  refund_pending: "our refund",
  refunding: "the network's confirmation of the refund",
  refunded: null,
  expired: null,
  cancelled: null,
  failed: null,
  disputed: "the end of the dispute",
  charged_back: null,
};

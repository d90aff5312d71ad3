import { eq } from "drizzle-orm";
import type { z } from "zod/v4";
import { type ProcessAction, processActions } from "../../contract/order/order-states.ts";
import type { processBody } from "../../contract/order/order-steps.ts";
import type { FieldError } from "../../contract/values/problem.ts";
import { order } from "../db/schema/orders.ts";
import { unpayableDestinations } from "../payouts/own-addresses/own-addresses.ts";
import { readAccount, readMemo } from "../shared/rules/fields/asked-fields.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../shared/rules/refusal.ts";
import { applyEvent, type EventContext } from "./apply-event.ts";
import { type OrderRow, readOrder } from "./order-facts-query.ts";
import { assetWithoutAddress } from "./rules/decide/choices.ts";
import { startDecision } from "./rules/decision-builder.ts";
import type { OrderEvent } from "./rules/order-event.ts";
import type { OrderFacts } from "./rules/order-facts.ts";

type ActionRequest = Omit<z.output<typeof processBody>, "ref">;
/** Where money of the order is to go instead. */
export type NamedAccount = { asset: string; account: string; memo: string | null };

/**
 * Applies a customer's action to a running order. Refuses an invalid field, or an action that is not allowed now. `mayGoTo`
 * says why the order's money may not go to an account that this action names.
 */
export async function processOrder(
  ctx: EventContext,
  ref: string,
  request: ActionRequest,
  mayGoTo: (to: NamedAccount) => Promise<Refusal | undefined>,
): Promise<OrderRow | Refusal> {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!row) return refuse("not_found");
  if (!isAction(request.action)) return refuseFields({ pointer: "/action", code: "unknown_action" });
  const { facts } = await readOrder(ctx, ctx.db.orm, row, await ctx.market.snapshot());
  const event = eventOf(facts, request.action, request);
  if (isRefusal(event)) return event;
  const named = namedAccount(facts, event);
  const unpayable = await unpayableDestinations(ctx, ctx.db.orm, named ? [typedDestination(facts, event, named)] : []);
  if (unpayable.length > 0) return refuseFields(...unpayable);
  const obstacle = named && (await mayGoTo(named));
  if (obstacle) return obstacle;
  const result = await applyEvent(ctx, ref, event, "client");
  // The offer expired while the customer was reading it: the next one is made at once.
  if (isRefusal(result) && result.refused === "quote_expired")
    await applyEvent(ctx, ref, { name: "offer_ended" }, "system");
  return result;
}

function namedAccount(facts: OrderFacts, event: OrderEvent): NamedAccount | null {
  switch (event.name) {
    case "set_payout_account":
      return { asset: facts.order.toAsset, account: event.account, memo: facts.order.payoutMemo };
    case "set_refund_address":
    case "request_refund":
      return event.refund && { asset: refundAsset(facts), ...event.refund };
    default:
      return null;
  }
}

const typedDestination = ({ assets }: OrderFacts, event: OrderEvent, { asset, account }: NamedAccount) => ({
  pointer: event.name === "set_payout_account" ? "/payout/account" : "/refund/account",
  network: assets[asset]?.network ?? null,
  account,
});

const refundAsset = (facts: OrderFacts) => assetWithoutAddress(startDecision(facts)) ?? facts.order.fromAsset;

const isAction = (name: string): name is ProcessAction => processActions.some((action) => action === name);

function eventOf(facts: OrderFacts, name: ProcessAction, request: ActionRequest): OrderEvent | Refusal {
  switch (name) {
    case "report_payment":
      return { name, transactionId: request.transaction_id ?? null, payerAccount: request.payer_account ?? null };
    case "request_refund": {
      if (!request.refund?.account) return { name, refund: null };
      const refund = refundOf(facts, request);
      return isRefusal(refund) ? refund : { name, refund };
    }
    case "set_refund_address": {
      const refund = refundOf(facts, request);
      return isRefusal(refund) ? refund : { name, refund };
    }
    case "set_payout_account": {
      const account = read(facts, facts.order.toAsset, "/payout/account", request.payout?.account);
      return typeof account === "string" ? { name, account } : refuseFields(account);
    }
    case "submit_info":
      return request.info ? { name, info: request.info } : refuseFields({ pointer: "/info", code: "required" });
    case "accept_requote":
    case "exchange_as_quoted":
      return { name };
  }
}

function refundOf(facts: OrderFacts, { refund }: ActionRequest): { account: string; memo: string | null } | Refusal {
  const assetId = refundAsset(facts);
  const account = read(facts, assetId, "/refund/account", refund?.account);
  if (typeof account !== "string") return refuseFields(account);
  // As in the details of a draft: an asset without memos has none, whatever was typed.
  if (!facts.assets[assetId]?.needsMemo || !refund?.memo) return { account, memo: null };
  const memo = readMemo("/refund/memo", refund.memo);
  return typeof memo === "string" ? { account, memo } : refuseFields(memo);
}

function read(facts: OrderFacts, assetId: string, pointer: string, typed = ""): string | FieldError {
  const asset = facts.assets[assetId];
  if (!asset) throw new Error(`Unknown asset: ${assetId}`);
  return readAccount(pointer, asset, typed);
}

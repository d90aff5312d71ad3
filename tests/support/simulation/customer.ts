import type { EndpointName } from "../../../contract/calls/endpoints.ts";
import type { Order } from "../../../contract/order/order.ts";
import { type OrderAction, type ProcessAction, processActions } from "../../../contract/order/order-states.ts";
import { parseAmount } from "../../../contract/values/decimal.ts";
import { wrongAsset } from "../../../upstream/rails/sandbox/wrong-asset.ts";
import type { ApiResponse, Sent } from "../service/api-client.ts";
import type { Arrival } from "./attribution-model.ts";
import type { Chance } from "./chance.ts";
import { accountOf } from "./customer-accounts.ts";
import type { IncomingRail } from "./incoming-rail.ts";
import type { Bank } from "./member-acts.ts";
import type { Member } from "./members.ts";
import { type Plan, planOf } from "./plans.ts";
import { refusal } from "./refusals.ts";

export type Call = <Name extends EndpointName>(name: Name, sent: Sent<Name>) => Promise<ApiResponse<Name>>;
export type Shop = {
  call: Call;
  incoming: IncomingRail;
  now(): Date;
  decimals(asset: string): number;
  bank: Bank;
  pairs: readonly ExchangePlan[];
};

/** A customer with one order, who sees only what the service shows and uses only what it offers. */
export type Customer = {
  name: number;
  /** The member whose order it is; null for a guest. */
  owner: Member | null;
  luck: Chance;
  input: { from: string; to: string; amount: string };
  plan: Plan;
  /** Set by the first call. */
  ref: string | null;
  token: string;
  /** The draft as last shown. */
  lastDraft: Order | null;
  executedAt: Date | null;
  hasGivenUp: boolean;
  /** How they came, once there is a draft. */
  came: Arrival | null;
};

export function customer(name: number, owner: Member | null, luck: Chance, pairs: readonly ExchangePlan[]): Customer {
  const { from, to, least } = luck.pick(pairs);
  const amount = `${(Number(least) * luck.between(100, 1200)) / 100}`;
  const input = { from, to, amount: trimmed(amount) };
  return {
    name,
    owner,
    luck,
    input,
    plan: planOf(luck),
    ref: null,
    token: "",
    lastDraft: null,
    executedAt: null,
    hasGivenUp: false,
    came: null,
  };
}

/** A pair on sale, with its minimum as decimal text. */
export type ExchangePlan = { from: string; to: string; least: string };

/** Pays by plan, up to the current time. */
export function payDue({ incoming, now, decimals }: Shop, { ref, plan, input, executedAt }: Customer): void {
  if (ref === null || executedAt === null) return;
  const elapsed = (now().getTime() - executedAt.getTime()) / 1000;
  const due = plan.payments.filter(({ afterSeconds }) => afterSeconds <= elapsed);
  plan.payments = plan.payments.filter(({ afterSeconds }) => afterSeconds > elapsed);
  for (const { thousandths, isWrongAsset } of due) {
    const amount = parseAmount(input.amount, decimals(input.from));
    if (typeof amount !== "bigint") throw new Error(`No amount: ${input.amount}`);
    const other = wrongAsset(input.from);
    // A third of a coin, by its own decimals: a typing error, small enough for any reserve.
    if (isWrongAsset) incoming.pay(ref, other, 10n ** BigInt(decimals(other)) / 3n);
    else incoming.pay(ref, input.from, (amount * thousandths) / 1000n);
  }
}

/** Reads the page, and sometimes presses a button. */
export async function decide({ call, now }: Shop, who: Customer): Promise<OrderAction | null> {
  const { ref, token, luck, plan } = who;
  if (ref === null) return null;
  const order = (await call("exchangeTrack", { query: { ref }, token })).reply().data;
  if (order.status === "awaiting_payment" && luck.percent(20)) {
    // The shown page may be outdated after this.
    refusal(await call("exchangeExpire", { token, body: { ref } }), "expire");
    return null;
  }
  if (order.actions.includes("cancel")) {
    if (!plan.cancels || luck.percent(50)) return null;
    const response = await call("exchangeCancel", { token, body: { ref } });
    // The invoice is being paid at this moment.
    if (response.status === 409 && order.payin.invoice_url !== null) return null;
    refusal(response, "cancel");
    return "cancel";
  }
  const offered = processActions.filter((action) => order.actions.includes(action));
  if (offered.length === 0) return null;
  const action = luck.pick(offered);
  const key = `process:${ref}:${order.version}:${action}:${now().getTime()}`;
  await pressed(
    call("exchangeProcess", { token, key, body: { ref, action, ...wordsFor(action, order, who) } }),
    action,
  );
  return action;
}

function wordsFor(action: ProcessAction, order: Order, who: Customer): object {
  const { luck, input } = who;
  switch (action) {
    case "set_refund_address":
      return { refund: { account: accountOf(who, missingAsset(order)) } };
    case "request_refund":
      // Money of a wallet goes back there, or to an account that its owner has saved.
      return order.payin.method === "balance" || luck.percent(40)
        ? {}
        : { refund: { account: accountOf(who, missingAsset(order)) } };
    case "set_payout_account":
      return { payout: { account: accountOf(who, input.to) } };
    case "submit_info":
      return { info: "It is mine." };
    case "report_payment":
      return { transaction_id: "TX1", payer_account: null };
    default:
      return {};
  }
}

const missingAsset = ({ hold, from }: Order) =>
  hold?.options.find(({ action }) => action === "set_refund_address")?.asset ?? from.asset;

async function pressed(asked: Promise<ApiResponse<EndpointName>>, what: string): Promise<void> {
  refusal(await asked, what);
}

const trimmed = (amount: string) => amount.replace(/(\.\d{2})\d+$/, "$1");

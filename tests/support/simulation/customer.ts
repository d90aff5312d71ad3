import type { EndpointName } from "../../../contract/calls/endpoints.ts";
import type { Order } from "../../../contract/order/order.ts";
import {
  type OrderAction,
  type PayinMethod,
  type ProcessAction,
  processActions,
} from "../../../contract/order/order-states.ts";
import { termsVersion } from "../../../contract/order/terms.ts";
import { parseAmount } from "../../../contract/values/decimal.ts";
import { wrongAsset } from "../../../upstream/rails/sandbox/wrong-asset.ts";
import type { Answer, Sent } from "../service/api-client.ts";
import { type Arrival, arrive, typedLink } from "./attribution-model.ts";
import type { Chance } from "./chance.ts";
import { accountOf, orderAccounts } from "./customer-accounts.ts";
import type { IncomingRail } from "./incoming-rail.ts";
import { loyaltyFault } from "./loyalty-model.ts";
import type { Bank } from "./member-acts.ts";
import { headersOf, payFromWallet, paysFromWallet, placeOf, wishFromWallet } from "./member-orders.ts";
import type { Member } from "./members.ts";
import { type Plan, planOf } from "./plans.ts";

export type Call = <Name extends EndpointName>(name: Name, sent: Sent<Name>) => Promise<Answer<Name>>;
export type Shop = {
  call: Call;
  incoming: IncomingRail;
  now(): Date;
  decimals(asset: string): number;
  bank: Bank;
  pairs: readonly Wish[];
};

/** A customer with one order, who sees only what the service shows and uses only what it offers. */
export type Customer = {
  name: number;
  /** The member whose order it is; null for a guest. */
  owner: Member | null;
  luck: Chance;
  wish: { from: string; to: string; amount: string };
  plan: Plan;
  /** Set by the first call. */
  ref: string | null;
  token: string;
  /** The draft as last shown. */
  shown: Order | null;
  executedAt: Date | null;
  hasGivenUp: boolean;
  /** How they came, once there is a draft. */
  came: Arrival | null;
};

export function customer(name: number, owner: Member | null, luck: Chance, pairs: readonly Wish[]): Customer {
  const { from, to, least } = luck.pick(pairs);
  const amount = `${(Number(least) * luck.between(100, 1200)) / 100}`;
  const wish = { from, to, amount: trimmed(amount) };
  return {
    name,
    owner,
    luck,
    wish,
    plan: planOf(luck),
    ref: null,
    token: "",
    shown: null,
    executedAt: null,
    hasGivenUp: false,
    came: null,
  };
}
/** A pair on sale, with its minimum as decimal text. */
export type Wish = { from: string; to: string; least: string };

/** Continues towards an executed order: one step per turn by the last page, sometimes a pause, sometimes abandoned. */
export async function order(shop: Shop, who: Customer): Promise<void> {
  if (who.luck.percent(1.5)) who.hasGivenUp = true;
  if (who.hasGivenUp || who.executedAt !== null) return;
  const { ref, token, luck, shown, owner } = who;
  // The orders of one member come one after the other, when there is money in a wallet.
  if (ref === null && owner !== null && !owner.luck.percent(12)) return;
  if (ref === null || shown === null) return openDraft(shop, who);
  if (shown.actions.includes("confirm")) await confirm(shop, who, ref, shown);
  else if (shown.actions.includes("execute")) await execute(shop, who, ref, shown);
  else await describe(shop, who, ref);
  if (luck.percent(2) && who.executedAt === null) await shop.call("exchangeCancel", { token, body: { ref } });
}

async function openDraft({ call, bank, pairs, now }: Shop, who: Customer): Promise<void> {
  await wishFromWallet(bank, who, pairs);
  const promo = who.luck.percent(15) ? "WELCOME5" : null;
  const came = arrive(bank.programme, who, now());
  const answer = await call("exchangeStepOne", {
    body: { ...who.wish, promo, ...typedLink(came) },
    ...(await headersOf(bank, who)),
  });
  if (answer.status !== 201) return abandon(who);
  const { order: draft, token } = answer.reply().data;
  Object.assign(who, { ref: draft.ref, token, shown: draft, came });
  const fault = who.owner && (await loyaltyFault(bank.ctx, who.owner.id, draft));
  if (fault) bank.faults.push(fault);
}

async function describe({ call, bank }: Shop, who: Customer, ref: string): Promise<void> {
  const { token, wish } = who;
  const isWallet = wish.to.startsWith("paypal-");
  const { payout, email } = orderAccounts(who, wish.to);
  const body = {
    ref,
    payin: wish.from.startsWith("paypal-") ? { account: `payer${who.name}@example.com` } : null,
    payout: { ...placeOf(who, wish.to, payout, 70), extra: isWallet ? fullName : {} },
    refund: wish.from.startsWith("paypal-") ? null : placeOf(who, wish.from, accountOf(who, wish.from), 50),
    email,
  };
  look(who, await call("exchangeStepTwo", { token, body, ...(await headersOf(bank, who)) }), "describe");
}

async function confirm({ call }: Shop, who: Customer, ref: string, { rules }: Order): Promise<void> {
  const accept = { terms_version: termsVersion, rules };
  look(who, await call("exchangeStepThree", { token: who.token, body: { ref, accept, requote: true } }), "confirm");
}

async function execute(shop: Shop, who: Customer, ref: string, draft: Order): Promise<void> {
  const { token, luck, wish } = who;
  const pay_with: PayinMethod = luck.pick(shop.incoming.methods(wish.from));
  const key = `execute:${ref}:${draft.quote_id}:${luck.percent(50) ? "" : String(shop.now().getTime())}`;
  const isFromWallet = paysFromWallet(who);
  const answer = isFromWallet
    ? await payFromWallet(shop.bank, who, { ref, key: `${key}:wallet`, token })
    : await shop.call("exchangeExecute", { token, key, body: { ref, pay_with } });
  if (answer.status === 200) who.executedAt = shop.now();
  else if (answer.problem().code === "quote_expired") await confirm(shop, who, ref, draft);
  else look(who, answer, "execute");
}

type Page = Answer<"exchangeStepTwo"> | Answer<"exchangeStepThree"> | Answer<"exchangeExecute">;

/** Stores the current state. A draft may have been cancelled, expired or deleted since. */
function look(who: Customer, answer: Page, what: string): void {
  if (answer.status === 200) who.shown = answer.reply().data;
  else if (answer.problem().code === "not_found" || answer.problem().code === "invalid_transition") abandon(who);
  else refusal(answer, what);
}

/** Pays by plan, up to the current time. */
export function payDue({ incoming, now, decimals }: Shop, { ref, plan, wish, executedAt }: Customer): void {
  if (ref === null || executedAt === null) return;
  const elapsed = (now().getTime() - executedAt.getTime()) / 1000;
  const due = plan.payments.filter(({ afterSeconds }) => afterSeconds <= elapsed);
  plan.payments = plan.payments.filter(({ afterSeconds }) => afterSeconds > elapsed);
  for (const { thousandths, isWrongAsset } of due) {
    const amount = parseAmount(wish.amount, decimals(wish.from));
    if (typeof amount !== "bigint") throw new Error(`No amount: ${wish.amount}`);
    const other = wrongAsset(wish.from);
    // A third of a coin, by its own decimals: a typing error, small enough for any reserve.
    if (isWrongAsset) incoming.pay(ref, other, 10n ** BigInt(decimals(other)) / 3n);
    else incoming.pay(ref, wish.from, (amount * thousandths) / 1000n);
  }
}

/** Reads the page, and sometimes presses a button. */
export async function decide({ call, now }: Shop, who: Customer): Promise<OrderAction | null> {
  const { ref, token, luck, plan } = who;
  if (ref === null) return null;
  const shown = (await call("exchangeTrack", { query: { ref }, token })).reply().data;
  if (shown.status === "awaiting_payment" && luck.percent(20)) {
    // The shown page may be outdated after this.
    refusal(await call("exchangeExpire", { token, body: { ref } }), "expire");
    return null;
  }
  if (shown.actions.includes("cancel")) {
    if (!plan.cancels || luck.percent(50)) return null;
    const answer = await call("exchangeCancel", { token, body: { ref } });
    // The invoice is being paid at this moment.
    if (answer.status === 409 && shown.payin.invoice_url !== null) return null;
    refusal(answer, "cancel");
    return "cancel";
  }
  const offered = processActions.filter((action) => shown.actions.includes(action));
  if (offered.length === 0) return null;
  const action = luck.pick(offered);
  const key = `process:${ref}:${shown.version}:${action}:${now().getTime()}`;
  await pressed(
    call("exchangeProcess", { token, key, body: { ref, action, ...wordsFor(action, shown, who) } }),
    action,
  );
  return action;
}

function wordsFor(action: ProcessAction, shown: Order, who: Customer): object {
  const { luck, wish } = who;
  switch (action) {
    case "set_refund_address":
      return { refund: { account: accountOf(who, missingAsset(shown)) } };
    case "request_refund":
      return luck.percent(40) ? {} : { refund: { account: accountOf(who, missingAsset(shown)) } };
    case "set_payout_account":
      return { payout: { account: accountOf(who, wish.to) } };
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

/** Acceptable refusals of an offered action: the state changed in between. */
const expected = new Set([
  "quote_expired",
  "reserve_insufficient",
  "rate_changed",
  "pair_paused",
  "gateway_unavailable",
  "insufficient_funds",
  "withdrawals_frozen",
]);

async function pressed(asked: Promise<Answer<EndpointName>>, what: string): Promise<void> {
  refusal(await asked, what);
}

function refusal(answer: Answer<EndpointName>, what: string): void {
  if (answer.status < 300 || expected.has(answer.problem().code)) return;
  throw new Error(`${what} was offered and then refused: ${answer.text}`);
}

function abandon(who: Customer): void {
  who.hasGivenUp = true;
}

const fullName: Record<string, string> = { full_name: "Anna Payee" };
const trimmed = (amount: string) => amount.replace(/(\.\d{2})\d+$/, "$1");

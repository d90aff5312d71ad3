import type { Order } from "../../../contract/order/order.ts";
import type { PayinMethod } from "../../../contract/order/order-states.ts";
import { termsVersion } from "../../../contract/order/terms.ts";
import type { ApiResponse } from "../service/api-client.ts";
import { arrive, typedLink } from "./attribution-model.ts";
import type { Customer, Shop } from "./customer.ts";
import { accountOf, orderAccounts } from "./customer-accounts.ts";
import { loyaltyFault } from "./loyalty-model.ts";
import { headersOf, payFromWallet, paysFromWallet, placeOf, wishFromWallet } from "./member-orders.ts";
import { typeCode, usesLeft, wrongCode, wrongRefusal } from "./promo-codes.ts";
import { refusal } from "./refusals.ts";

/** Continues towards an executed order: one step per turn by the last page, sometimes a pause, sometimes abandoned. */
export async function order(shop: Shop, who: Customer): Promise<void> {
  if (who.luck.percent(1.5)) who.hasGivenUp = true;
  if (who.hasGivenUp || who.executedAt !== null) return;
  const { ref, token, luck, lastDraft, owner } = who;
  // The orders of one member come one after the other, when there is money in a wallet.
  if (ref === null && owner !== null && !owner.luck.percent(12)) return;
  if (ref === null || lastDraft === null) return openDraft(shop, who);
  if (lastDraft.actions.includes("confirm")) await confirm(shop, who, ref, lastDraft);
  else if (lastDraft.actions.includes("execute")) await execute(shop, who, ref, lastDraft);
  else await describe(shop, who, ref);
  if (luck.percent(2) && who.executedAt === null) await shop.call("exchangeCancel", { token, body: { ref } });
}

async function openDraft({ call, bank, pairs, now }: Shop, who: Customer): Promise<void> {
  await wishFromWallet(bank, who, pairs);
  const { owner, luck, input } = who;
  const typed = typeCode(bank.codes, bank.programme, luck);
  const came = arrive(bank.programme, who, now());
  const headers = await headersOf(bank, who);
  const ask = (promo: string | null) =>
    call("exchangeStepOne", { body: { ...input, promo, ...typedLink(came) }, ...headers });
  let response = await ask(typed?.code ?? null);
  if (response.status !== 201 && typed !== null) {
    const wrong = wrongRefusal(typed, response.problem(), owner);
    if (wrong) bank.faults.push(`${typed.code} was refused with ${wrong} (customer ${who.name})`);
    response = await ask(null);
  }
  if (response.status !== 201) return abandon(who);
  const { order: draft, token } = response.reply().data;
  came.promoOf = draft.promo === null ? null : (typed?.partner ?? null);
  Object.assign(who, { ref: draft.ref, token, lastDraft: draft, came });
  const faults = [owner && (await loyaltyFault(bank.ctx, owner.id, draft)), wrongCode(typed, draft, owner)];
  for (const fault of faults) if (fault) bank.faults.push(`${draft.ref} ${fault}`);
}

async function describe({ call, bank }: Shop, who: Customer, ref: string): Promise<void> {
  const { token, input } = who;
  const isWallet = input.to.startsWith("paypal-");
  const { payout, email } = orderAccounts(who, input.to);
  const body = {
    ref,
    payin: input.from.startsWith("paypal-") ? { account: `payer${who.name}@example.com` } : null,
    payout: { ...placeOf(who, input.to, payout, 70), extra: isWallet ? fullName : {} },
    refund: input.from.startsWith("paypal-") ? null : placeOf(who, input.from, accountOf(who, input.from), 50),
    email,
  };
  look(who, await call("exchangeStepTwo", { token, body, ...(await headersOf(bank, who)) }), "describe");
}

async function confirm({ call }: Shop, who: Customer, ref: string, { rules }: Order): Promise<void> {
  const accept = { terms_version: termsVersion, rules };
  look(who, await call("exchangeStepThree", { token: who.token, body: { ref, accept, requote: true } }), "confirm");
}

async function execute(shop: Shop, who: Customer, ref: string, draft: Order): Promise<void> {
  const { token, luck, input, came } = who;
  const { bank } = shop;
  const pay_with: PayinMethod = luck.pick(shop.incoming.methods(input.from));
  const key = `execute:${ref}:${draft.quote_id}:${luck.percent(50) ? "" : String(shop.now().getTime())}`;
  const left = await usesLeft(bank.ctx.db, bank.codes);
  const response = paysFromWallet(who)
    ? await payFromWallet(bank, who, { ref, key: `${key}:wallet`, token })
    : await shop.call("exchangeExecute", { token, key, body: { ref, pay_with } });
  if (response.status === 200) {
    const { promo } = response.reply().data;
    who.executedAt = shop.now();
    if (came) came.hasKeptPromo = promo !== null;
    if (promo && (left.get(promo.code) ?? 1) <= 0) bank.faults.push(`${ref} took ${promo.code}, which had no use left`);
  } else if (response.problem().code === "quote_expired") await confirm(shop, who, ref, draft);
  else look(who, response, "execute");
}

type Page = ApiResponse<"exchangeStepTwo"> | ApiResponse<"exchangeStepThree"> | ApiResponse<"exchangeExecute">;

/** Stores the current state. A draft may have been cancelled, expired or deleted since. */
function look(who: Customer, answer: Page, what: string): void {
  if (answer.status === 200) who.lastDraft = answer.reply().data;
  else if (answer.problem().code === "not_found" || answer.problem().code === "invalid_transition") abandon(who);
  else refusal(answer, what);
}

function abandon(who: Customer): void {
  who.hasGivenUp = true;
}

const fullName: Record<string, string> = { full_name: "Anna Payee" };

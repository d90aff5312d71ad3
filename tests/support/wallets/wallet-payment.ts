import { eq } from "drizzle-orm";
import type { WalletPayment } from "../../../contract/order/wallet-payment.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { codeOf, issueCode } from "../../../upstream/accounts/sign-in/email-codes.ts";
import { order } from "../../../upstream/db/schema/orders.ts";
import { savedAddress } from "../../../upstream/db/schema/saved-addresses.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import { paymentSubject } from "../../../upstream/withdrawals/wallet-payments/payment-code.ts";
import { paypalAccount } from "../orders/example-customer.ts";
import { acceptTerms, giveDetails, type OpenedOrder } from "../orders/order-steps.ts";
import type { Exchange } from "../service/exchange.ts";
import { by, codeFor, type Member } from "../service/members.ts";

const dayMs = 86_400_000;

/** A draft of this amount of USDT to PayPal, filled in, of the member or of a guest. */
export async function walletDraft(service: Exchange, amount: string, owner: Member | null): Promise<OpenedOrder> {
  const body = { from: "usdt-trc20", to: "paypal-usd", amount };
  const { data } = (await service.call("exchangeStepOne", { body, ...(owner ? by(owner.token) : {}) })).reply();
  const opened = { ref: data.order.ref, token: data.token, order: data.order };
  await giveDetails(service, opened);
  await acceptTerms(service, opened);
  return opened;
}

/** The member has saved a payout account as long ago; long enough to be used at once unless told. */
export async function savedPayoutAccount(
  { ctx }: Exchange,
  { id: memberId }: Member,
  { account = paypalAccount, agoMs = 2 * dayMs }: { account?: string; agoMs?: number } = {},
): Promise<void> {
  const createdAt = new Date(ctx.clock.now().getTime() - agoMs);
  const row = {
    id: ctx.ids.newId("adr"),
    memberId,
    asset: "paypal-usd",
    label: account,
    account,
    memo: null,
    createdAt,
  };
  await ctx.db.orm.insert(savedAddress).values(row).onConflictDoNothing();
}

type Order = Pick<OpenedOrder, "ref" | "token">;

export async function walletTerms(service: Exchange, payer: Member, { ref, token }: Order): Promise<WalletPayment> {
  const call = { query: { ref }, token, ...by(payer.token) };
  return (await service.call("exchangeWalletTerms", call)).reply().data;
}

/** What the page sends with the payment: the code from its email, and what the member has read. */
export async function confirmationOf(service: Exchange, payer: Member, order: Order) {
  const { confirm_with, amount, account } = await walletTerms(service, payer, order);
  if (confirm_with === null) return {};
  const { ref, token } = order;
  (await service.call("exchangeWalletCode", { body: { ref }, token, ...by(payer.token) })).reply();
  return { code: await codeFor(service, payer.email, "wallet_payment"), shown: { amount, account: account ?? "" } };
}

/** The same for as many orders at once as a test needs: more codes than an hour allows. */
export async function issuedConfirmation(ctx: Context, { id, email }: { id: string; email: string }, ref: string) {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!row) throw new Error(`No order ${ref}`);
  if (row.payoutToWallet || row.status !== "draft") return {};
  const origin = { address: null, network: "test", client: null };
  const request = { memberId: id, email, language: "en", partner: null, origin, now: ctx.clock.now() } as const;
  const subject = paymentSubject(row);
  const issued = await ctx.db.transaction((tx) => issueCode(tx, ctx, { ...request, purpose: "withdrawal", subject }));
  const { assets } = await ctx.market.terms();
  const decimals = assets.find((assetRow) => assetRow.id === row.fromAsset)?.decimals ?? 0;
  const shownTerms = { amount: formatDecimal(row.fromAmount, decimals), account: row.payoutAccount ?? "" };
  return { code: codeOf(ctx.env.ACCOUNT_SECRETS, issued), shown: shownTerms };
}

/** Asks to pay the draft from the wallet, with nothing else than `more`. */
export function askToPay(
  service: Exchange,
  payer: Member | null,
  { ref, token }: Order,
  more: object = {},
  key = `pay:${ref}`,
) {
  const bearer = payer ? by(payer.token) : {};
  return service.ask("exchangeExecute", { body: { ref, pay_with: "balance", ...more }, key, token, ...bearer });
}

/** Pays the draft from the wallet as its owner would, with the code of its email. */
export async function payFromWallet(service: Exchange, payer: Member, order: Order, key?: string) {
  return askToPay(service, payer, order, await confirmationOf(service, payer, order), key);
}

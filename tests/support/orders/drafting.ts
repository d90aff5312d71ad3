import { eq } from "drizzle-orm";
import { type Order, order as orderSchema } from "../../../contract/order/order.ts";
import { termsVersion } from "../../../contract/order/terms.ts";
import { pair } from "../../../upstream/db/schema/market.ts";
import { pushSandboxRate } from "../../../upstream/rates/sandbox.ts";
import type { Answer } from "../service/api-client.ts";
import type { Exchange } from "../service/exchange.ts";

/** 500 USDT to a PayPal account in dollars, and everything that is asked on the way there. */
export const usdtToPaypal = { from: "usdt-trc20", to: "paypal-usd", amount: "500", side: "from" } as const;
export const pairId = "usdt-trc20_paypal-usd";
export const rules = ["paypal_verified_only", "name_must_match"];
export const consents = { terms_version: termsVersion, rules };
export const details = {
  payout: { account: "Anna@Mail.com", memo: null, extra: { full_name: "Anna Payee" } },
  refund: { account: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE", memo: null },
  email: "anna@example.com",
};

export type Opened = { ref: string; token: string; order: Order };

/** The calls that make a draft ready, step by step. */
export function drafting({ ask: call }: Exchange) {
  const open = async (other: object = {}): Promise<Opened> => {
    const answer = await call("exchangeStepOne", { body: { ...usdtToPaypal, ...other } });
    const { data } = answer.reply();
    return { ref: data.order.ref, token: data.token, order: data.order };
  };
  const two = (ref: string, token: string | undefined, body: object = details) =>
    call("exchangeStepTwo", { body: { ref, ...body }, ...(token ? { token } : {}) });
  const three = (ref: string, token: string, body: object = { accept: consents }) =>
    call("exchangeStepThree", { body: { ref, ...body }, token });
  const detailed = async (other: object = {}): Promise<Opened> => {
    const { ref, token } = await open(other);
    return { ref, token, order: (await two(ref, token)).reply().data };
  };
  const agreed = async (): Promise<Opened> => {
    const { ref, token } = await detailed();
    return { ref, token, order: (await three(ref, token)).reply().data };
  };
  const execute = (ref: string, token: string) =>
    call("exchangeExecute", { body: { ref, pay_with: "crypto_address" }, token, key: `execute:${ref}` });
  return { open, two, three, detailed, agreed, execute };
}

/** The order that a refusal carries. */
export function offeredIn(answer: Pick<Answer<"exchangeStepThree">, "problem">): Order {
  return orderSchema.parse(answer.problem().order);
}

/** The operator changes the pair. */
export async function changePair({ ctx }: Exchange, values: Partial<typeof pair.$inferInsert>): Promise<void> {
  await ctx.db.orm.update(pair).set(values).where(eq(pair.id, pairId));
  ctx.market.changed();
}

/** The market falls by two percent. */
export async function fall({ ctx }: Exchange): Promise<void> {
  await ctx.db.transaction((tx) => pushSandboxRate(tx, pairId, -200, ctx.clock.now()));
  ctx.market.changed();
}

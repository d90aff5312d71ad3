import { type Refusal, refuse } from "../../shared/rules/refusal.ts";

/**
 * How much one payer may send by means that can be taken back, US dollars within `disputeDays`. `new`: until the payer's
 * first such exchange has stood for `days`; `payer`: from then on.
 */
export type PayerLimits = Readonly<Record<"new" | "payer" | "days", number>>;
export const usualPayerLimits: PayerLimits = { new: 3_000, payer: 25_000, days: 30 };

/** PayPal takes disputes and claims of a payment for so long. */
export const disputeDays = 180;

/** What a payer has sent within `disputeDays`, US cents, and whether the first exchange has stood long enough. */
export type PayerHistory = { sentCents: bigint; isEstablished: boolean };

/** How long money paid by such means waits in a wallet, seconds. `history`: null where no limit applies. */
export function settleSecondsOf(
  { settleSeconds, newPayerSettleSeconds }: Record<"settleSeconds" | "newPayerSettleSeconds", number>,
  history: PayerHistory | null,
): number {
  const isNew = history !== null && !history.isEstablished;
  return isNew ? Math.max(settleSeconds, newPayerSettleSeconds) : settleSeconds;
}

/** Refuses an order of `cents` beyond the payer's limit, with limit and what is left in dollars. */
export function payerLimitRefusal(limits: PayerLimits, history: PayerHistory, cents: bigint): Refusal | undefined {
  const limit = BigInt(Math.round((history.isEstablished ? limits.payer : limits.new) * 100));
  if (history.sentCents + cents <= limit) return undefined;
  const left = limit > history.sentCents ? limit - history.sentCents : 0n;
  const dollars = (amount: bigint) => String(amount / 100n);
  return refuse("payer_limit", {
    extra: { limit: { limit_usd: dollars(limit), left_usd: dollars(left), days: disputeDays } },
  });
}

import type { OrderState } from "../order-facts.ts";
import { defaultPolicy } from "../policy.ts";

const ref = "7Q2MK9XW3T";
export const draftedAt = new Date("2026-11-21T09:00:00.000Z");

type Quoted = Pick<
  OrderState,
  "rate" | "serviceBps" | "bonusBps" | "fixedBonus" | "payoutFee" | "fromAmount" | "toAmount" | "serviceFee" | "bonus"
>;

/** A draft with all fields filled in and accepted. */
export function draftOf(quoted: Quoted, fromAsset: string, toAsset: string): OrderState {
  return {
    ...empty,
    ...quoted,
    ref,
    pairId: `${fromAsset}_${toAsset}`,
    fromAsset,
    toAsset,
    status: "draft",
    condition: "none",
    disputes: [],
    version: 1,
    referenceRate: quoted.rate,
    referenceSource: "test",
    quoteExpiresAt: new Date(draftedAt.getTime() + defaultPolicy.quoteTtlSeconds * 1000),
    payinAccount: fromAsset.startsWith("paypal") ? "payer@mail.com" : null,
    payoutAccount: toAsset.startsWith("paypal") ? "a@mail.com" : "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb",
    payoutExtra: toAsset.startsWith("paypal") ? { full_name: "Anna Ivanova" } : {},
    refundAccount: fromAsset.startsWith("paypal") ? null : "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb",
    email: "a@mail.com",
    ownerId: null,
    acceptedAt: draftedAt,
    createdAt: draftedAt,
    updatedAt: draftedAt,
  };
}

const empty = {
  promoCode: null,
  promoTerms: null,
  promoRefused: null,
  loyaltyTerms: null,
  costTerms: null,
  usdRate: "1",
  settleSeconds: null,
  turnoverCents: null,
  completedAt: null,
  restingStatus: null,
  received: 0n,
  sent: 0n,
  expiresAt: null,
  graceUntil: null,
  rateLockedUntil: null,
  holdReason: null,
  holdSince: null,
  holdDeadline: null,
  holdOffer: null,
  disputeFlag: null,
  surplusBack: false,
  payinMethod: null,
  payinRail: null,
  payinAddress: null,
  payinMemo: null,
  payinUri: null,
  payinInvoiceUrl: null,
  payinRedirectUrl: null,
  payoutMemo: null,
  refundMemo: null,
  wrongRefundAccount: null,
  payoutToWallet: false,
  payoutUsableAt: null,
  walletPaidAt: null,
  walletWorthUsd: null,
  refundToWallet: false,
  reserveHoldId: null,
} as const;

import { type HoldReason, holdReasons } from "../../../contract/order/order-states.ts";
import { termsVersion } from "../../../contract/order/terms.ts";
import type { ExchangeRules } from "../../../contract/terms/exchange-rules.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { MarketAsset, MarketSnapshot } from "../../ports/market.ts";
import { holdRules } from "../rules/holds.ts";
import type { Policy } from "../rules/policy.ts";

/** The rules in force. Assets without a visible pair are left out. */
export function shownRules(
  market: MarketSnapshot,
  policy: Policy,
  has: { wallets: boolean; partners: boolean },
): ExchangeRules {
  const sold = [...market.pairs.values()].filter(({ row }) => row.status !== "hidden");
  const named = new Set(sold.flatMap(({ row }) => [row.from, row.to]));
  return {
    holds: holdReasons.map((reason) => shownHold(reason, policy)),
    assets: market.assets.filter(({ id }) => named.has(id)).map(shownAsset),
    quote_seconds: policy.quoteTtlSeconds,
    pay_window_seconds: policy.payWindowSeconds,
    short_pay_window_seconds: policy.shortPayWindowSeconds,
    invoice_open_seconds: policy.invoiceOpenSeconds,
    grace_seconds: policy.graceSeconds,
    rate_band_percent: String(policy.rateBandPercent),
    requote_seconds: policy.requoteTtlSeconds,
    refund_reminder_days: [...policy.refundReminderDays],
    address_watched_days: wholeDays(policy.addressWatchedSeconds),
    reserve_request_days: wholeDays(policy.reserveRequestKeptSeconds),
    wallets: has.wallets ? walletRules(policy) : null,
    partners: has.partners,
    terms_version: termsVersion,
  };
}

function shownHold(reason: HoldReason, policy: Policy): ExchangeRules["holds"][number] {
  const rule = holdRules[reason];
  return { reason, action_by: rule.actionBy, seconds: rule.seconds(policy), default: rule.default };
}

/** Rounded up: nothing is settled before the day that was told. */
export function settleDays(seconds: number): number {
  return Math.ceil(seconds / 86_400);
}

function walletRules(policy: Policy): ExchangeRules["wallets"] {
  const { newAddressSeconds, securityFreezeSeconds, reportedFreezeSeconds } = policy.withdrawals;
  return {
    settle_days: settleDays(policy.settleSeconds),
    new_payer_settle_days: settleDays(Math.max(policy.settleSeconds, policy.newPayerSettleSeconds)),
    new_address_seconds: newAddressSeconds,
    security_freeze_seconds: securityFreezeSeconds,
    reported_freeze_seconds: reportedFreezeSeconds,
  };
}

function shownAsset(asset: MarketAsset): ExchangeRules["assets"][number] {
  return {
    asset: asset.id,
    symbol: asset.symbol,
    name: asset.name,
    network_label: asset.networkLabel,
    kind: asset.kind,
    tolerance_percent: formatDecimal(BigInt(asset.toleranceBps), 2),
    refund_fee: formatDecimal(asset.refundFee, asset.decimals),
    confirmations: asset.confirmations,
  };
}

const wholeDays = (seconds: number) => Math.floor(seconds / 86_400);

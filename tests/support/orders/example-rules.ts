import { holdReasons } from "../../../contract/order/order-states.ts";
import type { ExchangeRules } from "../../../contract/terms/exchange-rules.ts";

const asset = { tolerance_percent: "0.5", refund_fee: "1", confirmations: 20 };

/** Rules as the service tells them, with every hold reason. */
export const exampleRules: ExchangeRules = {
  holds: holdReasons.map((reason) => ({ reason, action_by: "client", seconds: 86_400, default: "request_refund" })),
  assets: [
    { ...asset, asset: "usdt-trc20", symbol: "USDT", name: "Tether", network_label: "TRC20", kind: "crypto" },
    { ...asset, asset: "paypal-usd", symbol: "USD", name: "PayPal", network_label: null, kind: "ewallet" },
  ],
  quote_seconds: 900,
  pay_window_seconds: 1800,
  short_pay_window_seconds: 600,
  invoice_open_seconds: 86_400,
  grace_seconds: 5400,
  rate_band_percent: "1",
  requote_seconds: 900,
  refund_reminder_days: [1, 7, 30],
  address_watched_days: 60,
  reserve_request_days: 30,
  wallets: {
    settle_days: 14,
    new_address_seconds: 86_400,
    security_freeze_seconds: 86_400,
    reported_freeze_seconds: 604_800,
  },
  partners: true,
  terms_version: "2026-11-01",
};

import { exampleCompany } from "../company/read-company.ts";
import { termsOperatorOf } from "../company/terms-company.ts";
import { termsVersion } from "../order/terms.ts";
import type { CallDocs } from "./call-doc.ts";
import { draftOrder, exampleTime } from "./order-example.ts";

const { pair, side, from, to, fees } = draftOrder;
const exchanged = { from: "usdt-trc20", to: "paypal-usd", amount: "500", side: "from" } as const;

const rules = {
  holds: [{ reason: "amount_mismatch", action_by: "client", seconds: 86_400, default: "request_refund" }],
  assets: [
    {
      asset: "usdt-trc20",
      symbol: "USDT",
      name: "Tether",
      network_label: "TRC20",
      kind: "crypto",
      tolerance_percent: "0.50",
      refund_fee: "1.000000",
      confirmations: 20,
    },
  ],
  quote_seconds: 900,
  pay_window_seconds: 1800,
  short_pay_window_seconds: 600,
  invoice_open_seconds: 86_400,
  grace_seconds: 5400,
  rate_band_percent: "1",
  requote_seconds: 900,
  refund_reminder_days: [1, 7, 30, 60],
  address_watched_days: 60,
  reserve_request_days: 30,
  wallets: {
    settle_days: 14,
    new_payer_settle_days: 30,
    new_address_seconds: 86_400,
    security_freeze_seconds: 86_400,
    reported_freeze_seconds: 604_800,
  },
  partners: true,
  terms_version: termsVersion,
};

const checks = {
  ...{ lists: ["ofac", "eu"], provider: null, provider_silent: null, review_hours: 24 },
  ...{ identity_from_usd: "1000", identity_days: 30, identity_years: 5 },
};

export const marketDocs = {
  exchangePairs: {
    purpose:
      "Everything a calculator needs in one reply. Refresh it after `meta.ttl_seconds`, with `If-None-Match`. Do not compute amounts from the rates: ask `GET exchange` for each amount.",
    reply: {
      data: {
        assets: [
          {
            id: "usdt-trc20",
            symbol: "USDT",
            name: "Tether",
            network: "tron",
            network_label: "TRC20",
            kind: "crypto",
            decimals: 6,
            shown_decimals: 2,
            monitor_code: "USDTTRC20",
            needs_memo: false,
            explorer_tx: "https://tronscan.org/#/transaction/{tx}",
            confirmations: 20,
            receive_enabled: true,
            send_enabled: true,
            reserve: "120000.000000",
            manual_approval_above: "12000.000000",
          },
        ],
        pairs: [
          {
            id: pair,
            from: "usdt-trc20",
            to: "paypal-usd",
            page: "usdt-to-paypal",
            slug: "usdt-trc20-to-paypal-usd",
            status: "active",
            rate: "0.9665",
            reference_rate: "1.0006",
            effective_rate: "0.9616",
            cost_percent: "3.89",
            service_bps: 50,
            payout_fee: "0.00",
            min_from: "20.000000",
            max_from: "5000.000000",
            min_to: "19.23",
            max_to: "4808.33",
            suggested_from: "500.000000",
            reserve: "48000.00",
            eta_minutes: { min: 5, max: 30, usual: null },
            rules: ["paypal_verified_only", "name_must_match"],
            labels: ["manual", "verifying"],
          },
        ],
      },
      meta: {
        generated_at: exampleTime(0),
        ttl_seconds: 15,
        reference_source: "sandbox",
        sandbox: true,
        wallets: true,
        maintenance: null,
      },
    },
  },
  exchangeDirections: {
    purpose: "The ids of assets for two pickers. With `from`, `to` lists what can be received for it, and the reverse.",
    query: { from: "usdt-trc20" },
    reply: { data: { from: ["usdt-trc20", "usdt-erc20", "btc"], to: ["paypal-usd", "paypal-eur"] } },
  },
  exchangeRatesExport: {
    purpose:
      "The directions that can be ordered now and the reserves, from the same figures as the pairs: two digits, rounded down. The site publishes them as `/rates.xml` (EREF), `/rates.json` and `/reserves.json`. A direction that is paused, in maintenance or without reserve is not listed.",
    reply: {
      data: {
        rates: [
          {
            from: "USDTTRC20",
            to: "PPUSD",
            in: "1",
            out: "0.9616675",
            amount: "48000.00",
            frommin: "20.000000",
            frommax: "5000.000000",
            tomin: "19.23",
            tomax: "4808.33",
            tofee: "0.00",
            param: "manual,verifying",
          },
        ],
        reserves: [
          { asset: "usdt-trc20", code: "USDTTRC20", symbol: "USDT", network: "tron", amount: "120000.000000" },
        ],
      },
      meta: { generated_at: exampleTime(0), sandbox: true },
    },
  },
  exchangePayoutTimes: {
    purpose:
      "The median time from a confirmed payment to its payout, over the orders completed in the last 90 days. Counted every ten minutes; null below 50 orders.",
    reply: { data: { days: 90, orders: 4218, median_seconds: 660 } },
  },
  exchangeRateHistory: {
    purpose:
      "For a chart: one point an hour for a day, every three hours for a week, twice a day for a month, weekly for a year. A pair that is not sold is not found.",
    query: { pair, period: "day" },
    reply: {
      data: {
        pair,
        period: "day",
        since: exampleTime(0),
        points: [{ at: exampleTime(0), effective_rate: "0.9616", reference_rate: "1.0006" }],
        lowest: "0.9616",
        highest: "0.9616",
      },
    },
  },
  exchangeRules: {
    purpose:
      "What happens when a payment differs from its order, with the deadlines and tolerances in force; `checks`, which checks of customers are done; and `terms_version`, the terms that an order and an account must accept.",
    reply: {
      data: { ...rules, checks },
    },
  },
  exchangeTerms: {
    purpose:
      "To show terms as they were accepted: the company and the figures change while a version is in force, its clauses do not. Ask with the moment of an order's acceptance. A state is kept when a version takes effect, and when somebody accepts the terms and something is new.",
    query: { version: termsVersion },
    reply: {
      data: {
        version: termsVersion,
        state: {
          since: exampleTime(0),
          operator: termsOperatorOf(exampleCompany, "Kursa", "support@exchange.example"),
          rules,
          is_present: true,
        },
        changes: [exampleTime(0)],
      },
    },
  },
  exchangeQuote: {
    purpose:
      "The price of one exchange now, with all fees; `side` says which amount was typed. It reserves nothing: step-one locks a price. An amount outside the limits gets the nearest limit, `adjusted: true` and a warning.",
    query: exchanged,
    reply: {
      data: {
        pair,
        side,
        from: { asset: from.asset, amount: from.amount },
        to: { asset: to.asset, amount: "480.83" },
        rate: "0.9665",
        reference_rate: "1.0006",
        effective_rate: "0.9616",
        cost_percent: "3.89",
        reference_source: "sandbox",
        cost_amount: "19.47",
        fees,
        promo: null,
        loyalty: null,
        min_from: "20.000000",
        max_from: "5000.000000",
        reserve_ok: true,
        adjusted: false,
        warnings: [],
        as_of: exampleTime(0),
      },
    },
  },
  promoValidate: {
    purpose: "Whether a promo code applies to an exchange and what it adds; `reason` says why not.",
    repeat: "No effect: a code is used up by an executed order only.",
    body: { code: "WELCOME5", ...exchanged },
    reply: {
      data: {
        code: "WELCOME5",
        valid: true,
        kind: "rate_bonus_bps",
        value: "10",
        effect: { to_delta: "0.48", asset: "paypal-usd" },
        cashback: null,
        min_from: "100",
        expires_at: null,
        uses_left: null,
        uses_per_email: null,
        new_users_only: false,
        stackable_with_loyalty: true,
        reason: null,
      },
    },
  },
  reserveRequest: {
    purpose: "For an amount above the reserve: one email to this address as soon as the reserve covers it.",
    repeat: "The address has one request for a pair; a later one replaces its amount.",
    body: { pair, amount: "90000", email: "anna.ivanova@example.com" },
    reply: { data: { accepted: true } },
  },
  reserveRequestStop: {
    purpose: "Ends the requests of the address that received `key` in an email.",
    repeat: "No further effect.",
    body: { key: "k_5b0c8d1f" },
    reply: { data: { accepted: true } },
  },
} satisfies Partial<CallDocs>;

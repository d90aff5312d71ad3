import type { AffiliateLink, AffiliateSummary } from "../affiliate/affiliate.ts";
import type { AffiliateReferral } from "../affiliate/affiliate-history.ts";
import type { CallDocs } from "./call-doc.ts";
import { exampleTime as time } from "./order-example.ts";

const asset = "usdt-trc20";

const mainLink: AffiliateLink = {
  code: "ANNA7",
  label: null,
  is_main: true,
  link: "https://kursa.example/En?partner=ANNA7",
  created_at: time(0),
};
const channelLink: AffiliateLink = {
  code: "ANNA7-video",
  label: "Video channel",
  is_main: false,
  link: "https://kursa.example/En?partner=ANNA7-video",
  created_at: time(0),
};

const exampleAffiliateSummary: AffiliateSummary = {
  status: "active",
  paused_reason: null,
  code: mainLink.code,
  link: mainLink.link,
  asset,
  ready: "11.600000",
  waiting: "8.640000",
  in_payout: "0.000000",
  paid_out: "52.100000",
  debt: "0.000000",
  min_payout: "10.000000",
  payout: null,
  without_review: "11.600000",
  review_above: "500.000000",
  missing: "0.000000",
  tier: "starter",
  percent: "20",
  second_level_percent: "5",
  turnover_usd: "7210.40",
  next_tier: "advanced",
  next_tier_needs_usd: "2789.60",
  period: {
    days: 30,
    from: "2026-10-23",
    to: "2026-11-21",
    visits: 214,
    signups: 9,
    orders: 18,
    counted: 14,
    earned: "20.240000",
  },
  joined_at: time(0),
};

const exampleReferral: AffiliateReferral = {
  id: "rf_5x1f6ahc0r7w9s2t3v4y8z",
  day: "2026-11-21",
  pair: "usdt-trc20_paypal-usd",
  from_asset: asset,
  to_asset: "paypal-usd",
  amount_band: { from_usd: "500", to_usd: "1000" },
  code: mainLink.code,
  way: "link",
  state: "waiting",
  reason: null,
  reward: {
    amount: "0.970000",
    asset,
    percent: "20",
    tier: "starter",
    profit: "4.84",
    profit_asset: "paypal-usd",
    rate: "1.0021",
    base: "4.850164",
    ready_on: "2026-11-22",
  },
};

const total = {
  visits: 214,
  signups: 9,
  orders: 18,
  counted: 14,
  waiting: "8.640000",
  ready: "11.600000",
  lost: "1.930000",
};

export const affiliateDocs = {
  affiliateTerms: {
    purpose:
      "The first click on a link decides, for `click_days`; a member who signs up in that time stays with the partner. Nobody is their own customer. A reward is a percentage of what we earn on the order.",
    reply: {
      data: {
        asset,
        click_days: 90,
        min_payout: "10.000000",
        tiers: [{ tier: "starter", turnover_usd: "0.00", percent: "20", second_level_percent: "5" }],
        waiting_days: [{ payin_method: "crypto_address", days: 1 }],
      },
    },
  },
  affiliateClick: {
    purpose:
      "Counted by day and link, without a trace of the visitor; the same network counts once in half an hour. An unknown code is ignored.",
    repeat: "Another visit, unless the same network was counted in the last half hour.",
    body: { code: mainLink.code },
  },
  affiliateJoin: {
    purpose: "Repeated, the partner there is.",
    repeat: "The same partner.",
    reply: { data: exampleAffiliateSummary },
  },
  affiliateSummary: {
    purpose: "`ready` can be paid out; `waiting` is not part of it. `data` is null for a member who has not joined.",
    query: { days: 30 },
    reply: { data: exampleAffiliateSummary },
  },
  affiliateReferrals: {
    purpose:
      "An order is listed once it was placed. Read on with `cursor` = `next_cursor`. The figures of `reward` are those it was computed from.",
    query: { per_page: 20 },
    reply: { data: [exampleReferral], meta: { per_page: 20, has_more: false, next_cursor: null } },
  },
  affiliateEarnings: {
    purpose:
      "Orders and visits count on their day, rewards on the day their order was completed. Days without anything are left out.",
    query: { by: "day", from: "2026-11-01", to: "2026-11-21" },
    reply: {
      data: [{ key: "2026-11-21", ...total }],
      meta: { by: "day", from: "2026-11-01", to: "2026-11-21", asset, total },
    },
  },
  affiliatePayout: {
    purpose:
      "`insufficient_funds`: less is ready than `min_payout`. `forbidden`: the partner is paused. Beyond `review_above` in 24 hours, and after a fraud flag, it is `waiting` until an operator has decided, and a second one is refused with `payout_review`. Opens the wallet where there is none; from there the money is withdrawn as any other.",
    body: {},
    reply: {
      data: {
        amount: "11.600000",
        asset,
        state: "paid",
        summary: { ...exampleAffiliateSummary, ready: "0.000000", paid_out: "63.700000", missing: "10.000000" },
      },
    },
  },
  affiliateLinks: { purpose: "Fifty links at most.", reply: { data: [mainLink, channelLink] } },
  affiliateLinkAdd: {
    purpose: "A code is taken whatever its case. It never changes and is never given to another partner.",
    repeat: "Another link; with the same `code`, `not_allowed`.",
    body: { label: "Video channel" },
    reply: { data: channelLink },
  },
  affiliateLinkRename: {
    purpose: "`not_found`: the partner has no such link.",
    repeat: "The same.",
    body: { code: channelLink.code, label: "Video channel" },
    reply: { data: channelLink },
  },
  affiliateLinkRemove: {
    purpose: "`invalid_transition`: the main link stays.",
    repeat: "`not_found`.",
    query: { code: channelLink.code },
  },
} satisfies Partial<CallDocs>;

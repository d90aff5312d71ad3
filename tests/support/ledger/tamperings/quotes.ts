import type { Tampering } from "./tampering.ts";

/**
 * A draft with the figures of the order `source`, changed so that they agree with each other; the values are SQL over the order `o` and
 * its assets `f` and `g`.
 */
const draftOf = (source: string, changed: Readonly<Record<string, string>>) => {
  const empty = ["payin_address", "payin_method", "completed_at", "turnover_cents", "reserve_hold_id", "dispute_flag"];
  const cleared = {
    ...Object.fromEntries(empty.map((column) => [column, "null"])),
    received: "0",
    sent: "0",
    disputes: "'[]'::jsonb",
  };
  const values = { ref: "'DRAFT'", status: "'draft'", ...cleared, ...changed };
  const pairs = Object.entries(values).map(([column, value]) => `'${column}', ${value}`);
  return `insert into exchange_order select (jsonb_populate_record(o, jsonb_build_object(${pairs.join(", ")}))).*
    from exchange_order o join asset f on f.id = o.from_asset join asset g on g.id = o.to_asset where o.ref = '${source}'`;
};
/** The rate doubled, with what the price formula makes of it. */
const twiceTheRate = (reference: string) => {
  const gross = "floor(o.from_amount * o.rate::numeric * 2 * ('1e' || (g.decimals - f.decimals))::numeric)";
  const fee = `ceil(${gross} * o.service_bps / 10000)`;
  return {
    ...{ rate: "(o.rate::numeric * 2)::text", reference_rate: reference, cost_terms: "null", service_fee: fee },
    to_amount: `${gross} - ${fee} - o.payout_fee`,
  };
};

/** Figures of a quote that agree with each other, but not with what they are made of. */
export const ofQuotes: readonly Tampering[] = [
  {
    name: "a bonus that no promo code gives",
    check: "discounts_are_those_of_code_and_tier",
    sql: ({ waiting }) =>
      draftOf(waiting, {
        ...{ cost_terms: "null", fixed_bonus: "500", bonus: "500", to_amount: "o.to_amount + 500" },
      }),
    says: () => /order DRAFT \(draft\) has a bonus of 0 basis points and 500, .* no promo code .* 0 and 0/,
  },
  {
    name: "another benefit than that of the promo code",
    check: "discounts_are_those_of_code_and_tier",
    sql: ({ completed }) =>
      draftOf(completed, {
        ...{ cost_terms: "null", bonus_bps: "0", fixed_bonus: "700", bonus: "700" },
        ...{ to_amount: "o.to_amount - o.bonus + 700" },
        promo_terms: `o.promo_terms || '{"kind": "fixed_bonus", "value": "7"}'`,
      }),
    says: () => /order DRAFT .* AUTUMN as fixed_bonus 7, but it was added as rate_bonus_bps 10/,
  },
  {
    name: "no fee by a loyalty discount that takes less",
    check: "discounts_are_those_of_code_and_tier",
    sql: ({ waiting }) =>
      draftOf(waiting, {
        ...{ cost_terms: "null", service_bps: "0", service_fee: "0", to_amount: "o.to_amount + o.service_fee" },
        loyalty_terms: `jsonb_build_object('tier', 'silver', 'discountPercent', 10, 'serviceBps', o.service_bps)`,
      }),
    says: () => /order DRAFT .* a fee of 0 basis points .* [1-9]\d* basis points/,
  },
  {
    name: "a price at twice the rate of its hour",
    check: "quotes_are_at_the_rate_of_their_hour",
    sql: ({ waiting }) => draftOf(waiting, twiceTheRate("(o.reference_rate::numeric * 2)::text")),
    says: () =>
      /order DRAFT \(draft\) has a reference of \d\.\d+ for usdt-trc20_paypal-usd, but .* from 0\.\d+ to \d\.\d+/,
  },
  {
    name: "an exchange that is worth next to nothing",
    check: "worth_of_orders_is_at_the_rate_of_their_hour",
    sql: ({ waiting }) => draftOf(waiting, { usd_rate: "'0.0001'" }),
    says: () => /order DRAFT \(draft\) counts usdt-trc20 at 0\.0001 US dollars, but .* from 0\.\d+ to \d\.\d+/,
  },
  {
    name: "a dollar that is worth a cent",
    check: "worth_of_orders_is_at_the_rate_of_their_hour",
    sql: ({ disputed }) => draftOf(disputed, { usd_rate: "'0.01'" }),
    says: () => /order DRAFT \(draft\) counts paypal-usd at 0\.01 US dollars, but .* from 1 to 1/,
  },
];

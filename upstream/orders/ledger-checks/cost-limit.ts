/**
 * What an exchange may give its customer at most, by `market/rules/costs.ts`: over an order `o` with its assets `f` and `g`, in minor
 * units of the payout asset. Null where its price had no limit.
 */
const worthOfSent =
  "floor(o.from_amount * (o.cost_terms->>'reference')::numeric * ('1e' || (g.decimals - f.decimals))::numeric)";
const costs = `(o.cost_terms->>'payin')::numeric + (o.cost_terms->>'payout')::numeric
    + ceil(${worthOfSent} * (o.cost_terms->>'bps')::numeric / 10000)`;

export const mostPayoutExpression = `case when jsonb_typeof(o.cost_terms) = 'object' then greatest(${worthOfSent} - (${costs}), 0) end`;

/** What an exchange leaves for its cashback, in the asset of the wallet. Null where its price had no limit. */
export const mostCashback = `case when jsonb_typeof(o.cost_terms) = 'object' then floor(greatest(${mostPayoutExpression} - o.to_amount, 0)
    / case when g.kind = 'crypto' then 1
      else (o.cost_terms->>'reference')::numeric * ('1e' || (g.decimals - f.decimals))::numeric end) end`;

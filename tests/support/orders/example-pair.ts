import type { Pair } from "../../../contract/market/pairs.ts";

/** A pair in the API's format: USDT to USD in PayPal, on sale. */
export function examplePair(other: Partial<Pair> = {}): Pair {
  return {
    id: "usdt-trc20_paypal-usd",
    from: "usdt-trc20",
    to: "paypal-usd",
    page: "usdt-to-paypal",
    slug: "usdt-trc20-to-paypal-usd",
    status: "active",
    rate: "0.9650",
    reference_rate: "0.9990",
    effective_rate: "0.9601",
    cost_percent: "3.89",
    service_bps: 50,
    payout_fee: "0",
    min_from: "20",
    max_from: "5000",
    min_to: "19.20",
    max_to: "4800.87",
    suggested_from: "500",
    reserve: "48210.55",
    eta_minutes: { min: 5, max: 30 },
    rules: [],
    labels: [],
    ...other,
  };
}

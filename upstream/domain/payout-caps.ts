/** Of one asset, as decimal text of its units: what one payout, all of an hour and all of a day may move. */
export type Caps = { alone: string; hour: string; day: string };
export type PayoutCaps = Readonly<Record<string, Caps>>;

/**
 * In units of the asset, so that no rate moves them. `alone` is above what the demo pairs allow for one order. An asset
 * that is not listed needs an approval for every payout.
 */
export const usualPayoutCaps: PayoutCaps = {
  "usdt-trc20": { alone: "10000", hour: "50000", day: "150000" },
  "usdt-erc20": { alone: "10000", hour: "50000", day: "150000" },
  btc: { alone: "0.6", hour: "2", day: "6" },
  eth: { alone: "18", hour: "60", day: "200" },
  ltc: { alone: "450", hour: "1500", day: "5000" },
  "paypal-usd": { alone: "48000", hour: "100000", day: "300000" },
  "paypal-eur": { alone: "48000", hour: "100000", day: "300000" },
};

/** Why a payout has to wait for money to leave the window, or for an operator. */
export type CapAnswer = "free" | "needs_approval" | "cap_hour" | "cap_day";

/** Compares a payout with its caps. `spent`: what passed them in the last hour and day, in minor units. */
export function underCaps(
  caps: Caps | undefined,
  { amount, decimals, isApproved }: { amount: bigint; decimals: number; isApproved: boolean },
  spent: { hour: bigint; day: bigint },
): CapAnswer {
  if (caps === undefined) return isApproved ? "free" : "needs_approval";
  const minor = (text: string) => minorOf(text, decimals);
  if (amount > minor(caps.alone) && !isApproved) return "needs_approval";
  if (spent.day + amount > minor(caps.day)) return "cap_day";
  return spent.hour + amount > minor(caps.hour) ? "cap_hour" : "free";
}

/** Decimals that the asset does not have are cut off. */
function minorOf(text: string, decimals: number): bigint {
  const [units = "", part = ""] = text.split(".");
  return BigInt(units + part.slice(0, decimals).padEnd(decimals, "0"));
}

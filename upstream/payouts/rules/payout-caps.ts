/** Of one asset, as decimal text of its units: what one payout, all of an hour and all of a day may move. */
export type Caps = { alone: string; hour: string; day: string };
/** By asset; `by_size`: in shares of what its rail holds. An asset that is not listed needs an approval for every payout. */
export type PayoutCaps = Readonly<Record<string, Caps | "by_size">>;

/** No figure fits both a small exchange and a large one, and one payout must never be able to take all there is. */
export const usualPayoutCaps: PayoutCaps = {
  "usdt-trc20": "by_size",
  "usdt-erc20": "by_size",
  btc: "by_size",
  eth: "by_size",
  ltc: "by_size",
  "paypal-usd": "by_size",
  "paypal-eur": "by_size",
};

const sharesPercent = { alone: 10n, hour: 25n, day: 50n };

/** Why a payout has to wait for money to leave the window, or for an operator. */
export type CapResult = "free" | "needs_approval" | "cap_hour" | "cap_day";

/**
 * Above which amount a payout needs an approval however little has left, minor units. `caps` are those of the asset:
 * undefined where it is not listed. `held`: what the paying rail holds.
 */
export function approvedAbove(
  caps: PayoutCaps[string] | undefined,
  { held, decimals }: { held: bigint; decimals: number },
): bigint {
  if (caps === undefined) return 0n;
  return caps === "by_size" ? aloneOf(held) : minorOf(caps.alone, decimals);
}

type Payout = { amount: bigint; isApproved: boolean };
/** What passed the caps in the last hour and day, minor units. */
type Spent = { hour: bigint; day: bigint };

/** Compares a payout with caps that were set. */
export function underCaps(
  caps: Caps | undefined,
  { decimals, ...payout }: Payout & { decimals: number },
  spent: Spent,
): CapResult {
  if (caps === undefined) return payout.isApproved ? "free" : "needs_approval";
  const minor = (text: string) => minorOf(text, decimals);
  return compare({ alone: minor(caps.alone), hour: minor(caps.hour), day: minor(caps.day) }, payout, spent);
}

/**
 * Compares a payout with shares of `held`: what the rail holds of the asset, with what has left it in the last day, so that
 * the caps do not shrink while money leaves. An approved payout may be larger than the share of an hour or a day, since
 * somebody has looked at it; it goes once nothing else has left in that time.
 */
export function underShares(held: bigint, payout: Payout, spent: Spent): CapResult {
  const shareOf = (percent: bigint) => share(held, percent);
  const allowed = (cap: bigint) => (payout.isApproved && payout.amount > cap ? payout.amount : cap);
  const { hour, day } = sharesPercent;
  const caps = { alone: aloneOf(held), hour: allowed(shareOf(hour)), day: allowed(shareOf(day)) };
  return compare(caps, payout, spent);
}

const share = (held: bigint, percent: bigint) => (held > 0n ? (held * percent) / 100n : 0n);
const aloneOf = (held: bigint) => share(held, sharesPercent.alone);

function compare(caps: Record<keyof Caps, bigint>, { amount, isApproved }: Payout, spent: Spent): CapResult {
  if (amount > caps.alone && !isApproved) return "needs_approval";
  if (spent.day + amount > caps.day) return "cap_day";
  return spent.hour + amount > caps.hour ? "cap_hour" : "free";
}

/** Decimals that the asset does not have are cut off. */
function minorOf(text: string, decimals: number): bigint {
  const [units = "", part = ""] = text.split(".");
  return BigInt(units + part.slice(0, decimals).padEnd(decimals, "0"));
}

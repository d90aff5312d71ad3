import { formatDecimal } from "../../../contract/values/decimal.ts";
import { accountKinds } from "../../ledger/rules/booking.ts";

/** A posting of a journal: minor units, above zero on the debit side. */
export type JournalPosting = { account: string; asset: string; amount: bigint };
export type JournalAsset = { id: string; decimals: number };

/** Where a journal's accounts begin, by their kind in the ledger: what we hold, what we owe, and what is ours. */
const roots = {
  assets: "",
  shortfall: "equity:",
  reserve: "equity:",
  order: "liabilities:",
  wrong: "liabilities:",
  member: "liabilities:",
  affiliate: "liabilities:",
  unclaimed: "liabilities:",
  checking: "liabilities:",
} as const satisfies Record<keyof typeof accountKinds, string>;

/** The account that takes the balances of before the first day of a journal. */
export const openingAccount = "equity:opening";

/** A ledger account's name in a journal: the same id, below `assets`, `liabilities` or `equity`. */
export function journalAccount(id: string): string {
  const [kind = ""] = id.split(":");
  if (!isKind(kind)) throw new Error(`Unknown kind of account: ${id}`);
  return `${roots[kind]}${id}`;
}

const isKind = (kind: string): kind is keyof typeof roots => Object.hasOwn(accountKinds, kind);

/** A commodity of hledger; in quotes, because asset ids have digits and hyphens. */
const commodity = (asset: string) => `"${asset}"`;

const amountText = (amount: bigint, { id, decimals }: JournalAsset) =>
  `${formatDecimal(amount, decimals)} ${commodity(id)}`;

/** Declares a commodity with all its decimals, so that `check --strict` takes it; an asset without decimals has a point, too. */
export const commodityLine = (asset: JournalAsset) =>
  `commodity ${asset.decimals === 0 ? `1000. ${commodity(asset.id)}` : amountText(1000n * 10n ** BigInt(asset.decimals), asset)}\n`;

export const accountLine = (account: string) => `account ${account}\n`;

/** A price of a day, units of `currency` for one of `asset`. */
export const priceLine = ({ day, asset, currency, price }: Record<"day" | "asset" | "currency" | "price", string>) =>
  `P ${day} ${commodity(asset)} ${price} ${commodity(currency)}\n`;

/** One transaction with its tags. `assertions`: each posting also states the account's balance after it. */
export function transactionText(
  { day, code, description, tags }: { day: string; code: string; description: string; tags: readonly string[] },
  postings: readonly (JournalPosting & { balance?: bigint })[],
  assetOf: (id: string) => JournalAsset,
): string {
  const comment = tags.length > 0 ? `  ; ${tags.join(", ")}` : "";
  const lines = postings.map(({ account, asset, amount, balance }) => {
    const stated = balance === undefined ? "" : ` = ${amountText(balance, assetOf(asset))}`;
    return `    ${account}  ${amountText(amount, assetOf(asset))}${stated}\n`;
  });
  return `\n${day} * (${code}) ${description}${comment}\n${lines.join("")}`;
}

import { formatDecimal, parseAmount, parseDecimal } from "../../../contract/values/decimal.ts";
import { withoutInvisible } from "../../../contract/values/pasted-text.ts";
import { currencyDecimals } from "../../market/rules/currency-assets.ts";
import { readEmail } from "../../shared/rules/fields/email.ts";

/**
 * What a person types about a payment at PayPal. `at`: when PayPal shows that it happened. `account`: null for a refund, which goes
 * to the account that has paid.
 */
export type TypedEntry = { tx: string; amount: string; fee: string; at: Date; account: string | null };
/** The same, read. Minor units; account in small letters. */
export type ReadEntry = { tx: string; amount: bigint; fee: bigint; at: Date; account: string | null };

/** What it has to agree with. `amount` and `account`: null where any will do. `usedBy`: what has this transaction already. */
type Expected = {
  amount: bigint | null;
  account: string | null;
  ownAccounts: readonly string[];
  since: Date;
  now: Date;
  usedBy: string | null;
};

const txForm = /^[A-Z0-9]{17}$/;
const minuteMs = 60_000;
/** Between PayPal's clock and ours. */
const clockMs = 5 * minuteMs;

export const isTx = (text: string): boolean => txForm.test(text);
/** In capitals, without what comes along when it is copied. Letters of other alphabets stay: their capitals may be Latin ones. */
export function normalTx(typed: string): string {
  const copied = withoutInvisible(typed).trim();
  return /^[A-Za-z0-9]+$/.test(copied) ? copied.toUpperCase() : copied;
}

export const amountForm = "amount: not an amount as in 1234.56: digits, a point and two decimals.";
/** Minor units; what was copied may have invisible characters. */
export const readAmount = (typed: string) => parseAmount(withoutInvisible(typed), currencyDecimals);

/** Reads it, or says for each field what is wrong with it. */
export function readEntry(typed: TypedEntry, expected: Expected): ReadEntry | { faults: string[] } {
  const tx = normalTx(typed.tx);
  const amount = readAmount(typed.amount);
  const fee = parseDecimal(withoutInvisible(typed.fee).trim(), currencyDecimals);
  const account = typed.account === null ? null : readEmail(typed.account)?.toLowerCase();
  const faults = [
    txFault(tx, expected),
    typeof amount === "string" ? amountForm : amountFault(amount, expected),
    feeFault(fee, amount),
    timeFault(typed.at, expected),
    account === undefined ? "account: not an email address." : accountFault(account, expected),
  ].filter((fault) => fault !== null);
  if (faults.length > 0 || typeof amount === "string" || typeof fee === "string" || account === undefined)
    return { faults };
  return { tx, amount, fee, at: typed.at, account };
}

function txFault(tx: string, { usedBy }: Expected): string | null {
  if (!isTx(tx)) return "tx: PayPal's transaction ID has 17 letters and digits, as in 1AB23456CD789012E.";
  return usedBy === null ? null : `tx: ${tx} was entered before, for ${usedBy}.`;
}

function amountFault(amount: bigint, expected: Expected): string | null {
  if (expected.amount === null || amount === expected.amount) return null;
  const [asked, typed] = [expected.amount, amount].map((minor) => formatDecimal(minor, currencyDecimals));
  return `amount: the task is about ${asked}, not ${typed}.`;
}

/** Minor units. */
const mostFixedFee = 100n;

function feeFault(fee: bigint | string, amount: bigint | string): string | null {
  if (typeof fee === "string") return "fee: not an amount as in 0.35; 0 where PayPal kept nothing.";
  if (typeof amount !== "bigint") return null;
  if (fee > amount) return "fee: larger than the amount.";
  // PayPal's highest rates, with conversion, stay below; what is typed here is booked as our cost.
  return fee > amount / 10n + mostFixedFee ? "fee: more than a tenth of the amount and 1.00: read it again." : null;
}

/** PayPal shows minutes, so what happened in the minute of the task counts as later. */
function timeFault(at: Date, { since, now }: Expected): string | null {
  const begin = Math.floor(since.getTime() / minuteMs) * minuteMs;
  if (at.getTime() < begin) return `at: ${at.toISOString()} is before ${since.toISOString()}, when the task was made.`;
  return at.getTime() > now.getTime() + clockMs ? `at: ${at.toISOString()} has not come yet.` : null;
}

function accountFault(account: string | null, expected: Expected): string | null {
  if (account === null) return null;
  if (expected.ownAccounts.includes(account)) return `account: ${account} is our own.`;
  if (expected.account === null || expected.account.toLowerCase() === account) return null;
  return `account: the task is about ${expected.account}, not ${account}.`;
}

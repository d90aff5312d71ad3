import type { AskedField } from "../../../../contract/order/asked-field.ts";
import { asciiForm } from "../../../../contract/values/pasted-text.ts";
import type { FieldError } from "../../../../contract/values/problem.ts";
import { readPastedAddress } from "../addresses/pasted-address.ts";
import { maxEmailLength, readEmail } from "./email.ts";
import { readFullName } from "./full-name.ts";

/** The asset properties that decide the fields. `network` is null for e-wallets. */
export type AskedAsset = {
  /** Tells which token a payment URI may ask for. */
  id?: string;
  kind: "crypto" | "ewallet";
  network: string | null;
  needsMemo: boolean;
};

/**
 * The fields a pair asks for before an order can be executed; `name` is the path in the request body. PayPal pay-ins
 * are refunded to the paying transaction, so only crypto asks for a refund address.
 */
export function askedFields(from: AskedAsset, to: AskedAsset): AskedField[] {
  return [
    ...(from.kind === "ewallet" ? [paypal("payin.account")] : []),
    ...(to.kind === "ewallet" ? [paypal("payout.account"), text("payout.extra.full_name")] : crypto("payout", to)),
    ...(from.kind === "crypto" ? crypto("refund", from) : []),
    { name: "email", type: "email", network: null, required: true, max_length: maxEmailLength },
  ];
}

/** Validated answers as stored on the order; null where not asked or left empty. */
export type Details = {
  payinAccount: string | null;
  payoutAccount: string | null;
  payoutMemo: string | null;
  payoutExtra: Record<string, string>;
  refundAccount: string | null;
  refundMemo: string | null;
  /** Into the owner's wallet, and to no account. */
  payoutToWallet: boolean;
  refundToWallet: boolean;
  email: string | null;
};

type Account = { account: string; memo?: string | null | undefined; wallet?: boolean | undefined };
export type TypedDetails = {
  payin?: { account: string } | null | undefined;
  payout: Account & { extra: Record<string, string> };
  refund?: Account | null | undefined;
  email: string;
};

/** Accounts among the answers; null where not asked, left empty or invalid. */
export type DetailAccounts = Pick<Details, "payinAccount" | "payoutAccount" | "refundAccount">;

/**
 * Reports every invalid field at once, each with a pointer, so that a form needs one correction; with the accounts that are valid,
 * so that what else is wrong with these can be told beside it.
 */
export function readDetails(
  fields: AskedField[],
  typed: TypedDetails,
  { from, to }: { from?: AskedAsset; to?: AskedAsset } = {},
): Details | { errors: FieldError[]; accounts: DetailAccounts } {
  const choice = { payoutToWallet: typed.payout.wallet ?? false, refundToWallet: typed.refund?.wallet ?? false };
  const needed = fields.filter(({ name }) => !isForWallet(name, choice));
  const assetOf = (name: string) => (name.startsWith("payout.") ? to?.id : from?.id);
  const readings = needed.map(
    (field) => [field.name, readField(field, answerTo(field.name, typed), assetOf(field.name))] as const,
  );
  const errors = readings.flatMap(([, reading]) => (typeof reading === "object" && reading ? [reading] : []));
  const answers = new Map(readings.map(([name, reading]) => [name, typeof reading === "string" ? reading : null]));
  const accounts = {
    payinAccount: answers.get("payin.account") ?? null,
    payoutAccount: answers.get("payout.account") ?? null,
    refundAccount: answers.get("refund.account") ?? null,
  };
  if (errors.length > 0) return { errors, accounts };
  const name = answers.get("payout.extra.full_name");
  return {
    ...accounts,
    payoutMemo: answers.get("payout.memo") ?? null,
    payoutExtra: name ? { full_name: name } : {},
    refundMemo: answers.get("refund.memo") ?? null,
    ...choice,
    email: answers.get("email") ?? null,
  };
}

/** Whether every required field has an answer; answers were validated when they were stored. */
export function isAnswered(fields: AskedField[], details: Details): boolean {
  const answers: Record<string, string | null | undefined> = {
    "payin.account": details.payinAccount,
    "payout.account": details.payoutAccount,
    "payout.memo": details.payoutMemo,
    "payout.extra.full_name": details.payoutExtra.full_name,
    "refund.account": details.refundAccount,
    "refund.memo": details.refundMemo,
    email: details.email,
  };
  return fields.every(({ name, required }) => !required || isForWallet(name, details) || Boolean(answers[name]));
}

/** A wallet needs no account: where the money goes there, nothing about the other way is asked. */
function isForWallet(field: string, choice: Pick<Details, "payoutToWallet" | "refundToWallet">): boolean {
  return (
    (choice.payoutToWallet && field.startsWith("payout.")) || (choice.refundToWallet && field.startsWith("refund."))
  );
}

/** Validates one account entered later on a running order, such as a corrected PayPal email. */
export function readAccount(pointer: string, asset: AskedAsset, typed: string): string | FieldError {
  const kind = asset.kind === "ewallet" ? "paypal_email" : "address";
  const field = {
    name: pointer.slice(1).replaceAll("/", "."),
    type: kind,
    network: asset.network,
    required: true,
  } as const;
  return readField(field, typed.trim(), asset.id) ?? { pointer, code: "required" };
}

/**
 * The form in which two accounts are compared: PayPal takes an email in any case. Addresses are read in their normal form.
 */
export function normalAccount({ kind }: Pick<AskedAsset, "kind">, account: string): string {
  return kind === "ewallet" ? account.toLowerCase() : account;
}

/** Limits of what the API accepts. Addresses of the supported networks are far shorter. */
const maxTextLength = 120;
const maxAddressLength = 500;

function readField(
  field: Omit<AskedField, "max_length">,
  typed: string,
  assetId: string | undefined,
): string | FieldError | null {
  const pointer = `/${field.name.replaceAll(".", "/")}`;
  if (typed === "") return field.required ? { pointer, code: "required" } : null;
  switch (field.type) {
    case "email":
    case "paypal_email":
      return readEmail(typed) ?? { pointer, code: "email_format" };
    case "address":
      return readNetworkAddress(pointer, { id: assetId, network: field.network ?? "" }, typed);
    case "text":
      return field.name.endsWith(".memo")
        ? readMemo(pointer, typed)
        : (readFullName(typed) ?? { pointer, code: "name_format" });
  }
}

function readNetworkAddress(
  pointer: string,
  asset: { id: string | undefined; network: string },
  typed: string,
): string | FieldError {
  const reading = readPastedAddress(asset, typed);
  return "fault" in reading ? { pointer, code: reading.fault, meta: { network: asset.network } } : reading.account;
}

const memoName = /^(?:memo|(?:destination )?tag|мемо|тег) ?: */iu;

/**
 * Memos of all networks are printable ASCII; the longest known has 120 characters. Read in the figures of any script, without
 * invisible characters and the name of the field before it.
 */
export function readMemo(pointer: string, typed: string): string | FieldError {
  const memo = asciiForm(typed).trim().replace(memoName, "");
  if (memo.length > maxTextLength) return { pointer, code: "too_long", meta: { max: String(maxTextLength) } };
  return /^[\x21-\x7e]+$/.test(memo) ? memo : { pointer, code: "invalid" };
}

function answerTo(name: string, typed: TypedDetails): string {
  const answers: Record<string, string | null | undefined> = {
    "payin.account": typed.payin?.account,
    "payout.account": typed.payout.account,
    "payout.memo": typed.payout.memo,
    "payout.extra.full_name": typed.payout.extra.full_name,
    "refund.account": typed.refund?.account,
    "refund.memo": typed.refund?.memo,
    email: typed.email,
  };
  return answers[name]?.trim() ?? "";
}

function paypal(name: string): AskedField {
  return { name, type: "paypal_email", network: null, required: true, max_length: maxEmailLength };
}

function text(name: string): AskedField {
  return { name, type: "text", network: null, required: true, max_length: maxTextLength };
}

function crypto(part: "payout" | "refund", asset: AskedAsset): AskedField[] {
  const address: AskedField = {
    name: `${part}.account`,
    type: "address",
    network: asset.network,
    required: true,
    max_length: maxAddressLength,
  };
  return asset.needsMemo ? [address, text(`${part}.memo`)] : [address];
}

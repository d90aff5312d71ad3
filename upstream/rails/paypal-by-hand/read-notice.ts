import { readEmail } from "../../shared/rules/fields/email.ts";
import { reportAmount } from "./activity.ts";
import { isTx } from "./entry-faults.ts";

type NoticeKind = "received" | "sent" | "refund" | "dispute";

/**
 * What an email says that looks like one of PayPal's notices. It proves nothing: anybody can send such an email. `amount`: minor
 * units of `currency`, PayPal's name of it. `tx`: of a dispute, the disputed payment. `account`: of the other side; null where none is
 * named. `date`, `answerBy`: as written. `original`: of a refund, the refunded payment. `caseId`: in capitals.
 */
export type PaypalNotice = {
  kind: NoticeKind;
  tx: string;
  amount: bigint;
  currency: string;
  account: string | null;
  date: string | null;
  original: string | null;
  caseId: string | null;
  answerBy: string | null;
};

type Field = "tx" | "original" | "amount" | "account" | "date" | "caseId" | "answerBy";

/** Names of rows in PayPal's emails, English and Russian, in small letters. */
const labels: Readonly<Record<Field, readonly string[]>> = {
  tx: ["transaction id", "transaction number", "идентификатор транзакции", "номер транзакции", "код операции"],
  original: ["original transaction id", "идентификатор исходной транзакции", "исходная транзакция"],
  amount: [
    ...["amount", "total", "payment amount", "amount received", "amount sent", "amount paid", "total amount"],
    ...["refund amount", "amount refunded", "disputed amount", "you received", "you sent"],
    ...["сумма", "итого", "сумма платежа", "общая сумма", "сумма возврата", "оспариваемая сумма"],
    ...["вы получили", "вы отправили"],
  ],
  account: [
    ...["buyer", "payer", "from", "sender", "customer", "to", "recipient", "seller"],
    ...["покупатель", "плательщик", "отправитель", "от", "клиент", "получатель", "кому", "продавец"],
  ],
  date: ["transaction date", "date", "payment date", "дата транзакции", "дата", "дата платежа"],
  caseId: ["case id", "case number", "case", "номер дела", "идентификатор дела", "номер спора"],
  answerBy: ["respond by", "reply by", "response due", "due date", "ответить до", "срок ответа", "ответьте до"],
};

/** The first that matches: a dispute or a refund may speak of the payment that was received. */
const kinds: readonly [NoticeKind, RegExp][] = [
  ["dispute", /\b(dispute|chargeback|case opened|opened a case|claim)\b|спор|претензи|чарджбэк/i],
  ["refund", /\brefund(ed)?\b|возврат|возвращ/i],
  ["sent", /\b(you sent|payment sent|you('ve| have) sent)\b|вы отправили|платеж отправлен/i],
  ["received", /\b(received|paid your invoice|invoice paid|you('ve| have) got money)\b|получ|оплатил|оплачен/i],
];

/**
 * Reads the rows of an email; a sentence where one that is needed is missing, cannot be read, or has several values. `ownAccounts`: in
 * small letters, which are not the other side.
 */
export function readNotice(
  { subject, text }: { subject: string; text: string },
  ownAccounts: readonly string[],
): PaypalNotice | string {
  const kind = kinds.find(([, form]) => form.test(plain(subject)))?.[0];
  if (kind === undefined) return "notice: its subject says nothing of a payment, a refund or a dispute.";
  const rows = rowsOf(text);
  const typed = (field: Field) => valuesOf(rows, field);
  const [tx, ...others] = typed("tx").map((value) => value.toUpperCase());
  if (tx === undefined || !isTx(tx)) return "notice: it has no row Transaction ID with 17 letters and digits.";
  if (others.length > 0) return "notice: it has several transactions: enter each from PayPal's page.";
  const amounts = typed("amount").map(readMoney);
  const [money] = amounts;
  if (!money) return "notice: it has no amount with the letters of its currency, as in 100.00 USD.";
  if (amounts.some((listedMoney) => listedMoney?.amount !== money.amount || listedMoney.currency !== money.currency))
    return "notice: it has several amounts: read the one that counts at PayPal.";
  const accounts = typed("account")
    .flatMap((value) => accountIn(value) ?? [])
    // A forwarded email begins with its sender.
    .filter((account) => !ownAccounts.includes(account) && !isPaypalAddress(account));
  if (new Set(accounts).size > 1) return "notice: it names several accounts: read the other side's at PayPal.";
  const [original] = typed("original").map((value) => value.toUpperCase());
  return {
    ...{ kind, tx, ...money, account: accounts[0] ?? null, date: typed("date")[0] ?? null },
    original: original !== undefined && isTx(original) ? original : null,
    ...{ caseId: typed("caseId").find(isCaseId)?.toUpperCase() ?? null, answerBy: typed("answerBy")[0] ?? null },
  };
}

type Row = { label: string; value: string };

const isCaseId = (value: string) => /^[A-Za-z0-9-]{1,40}$/.test(value);

/** Characters of a row: PayPal's are far shorter. */
const longestValue = 200;

/** `Label: value` in one line, or the label alone and its value in the next. */
function rowsOf(text: string): Row[] {
  const lines = text
    .split("\n")
    .map((line) => line.replace(/[\s\u00a0\u202f]+/g, " ").trim())
    .filter((line) => line !== "");
  return lines.flatMap((line, at) => {
    const [, label = "", value = ""] = /^([^:]{1,60}):\s*(.*)$/.exec(line) ?? [null, line, ""];
    return [{ label: plain(label), value: (value || (lines[at + 1] ?? "")).slice(0, longestValue) }];
  });
}

/** The same value twice is one: a notice says its transaction in its head and in its table. */
const valuesOf = (rows: readonly Row[], field: Field): string[] => [
  ...new Set(rows.filter(({ label }) => labels[field].includes(label)).map(({ value }) => value)),
];

const plain = (text: string) => text.trim().toLowerCase().replaceAll("ё", "е");

/** `$100.00 USD`, `100,00 USD`, `USD 1.234,56`: without the letters nobody knows which dollar it is. */
function readMoney(text: string): { amount: bigint; currency: string } | null {
  const [, before, digits = "", after] =
    /^([A-Z]{3})?\s*[$€£]?\s*([\d.,\s]+?)\s*[$€£]?\s*([A-Z]{3})?$/.exec(text.trim()) ?? [];
  const currency = after ?? before;
  const amount = reportAmount(digits);
  return currency === undefined || amount === null || amount <= 0n ? null : { amount, currency };
}

/** A sender address of PayPal, which anybody can forge. */
export const isPaypalAddress = (email: string): boolean =>
  /@(?:[a-z0-9-]+\.)*paypal\.(?:com|[a-z]{2}|com?\.[a-z]{2})$/i.test(email);

function accountIn(value: string): string | null {
  const [address] = /[^\s<>()]+@[^\s<>()]+/.exec(value) ?? [];
  return address === undefined ? null : (readEmail(address)?.toLowerCase() ?? null);
}

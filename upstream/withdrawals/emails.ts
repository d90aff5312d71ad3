import { eq } from "drizzle-orm";
import { type Lang, languageSettings } from "../../contract/values/languages.ts";
import type { EmailCode } from "../accounts/sign-in/email-codes.ts";
import { asset, order, outgoing, withdrawal } from "../db/schema/index.ts";
import { deliverEmail, dropEmail, type EmailRow, queuedEmail } from "../mail/delivery/deliver-email.ts";
import type { Mailer } from "../mail/delivery/mailer.ts";
import type { EmailSender } from "../mail/email-sender.ts";
import { emailTexts, fill } from "../mail/email-texts.ts";
import { type AssetName, amountText, momentText } from "../mail/figures.ts";
import { layOut } from "../mail/layout.ts";
import { issuerLine } from "../mail/sender.ts";
import type { Context } from "../ports/context.ts";
import { orderOfSubject } from "./wallet-payments/payment-code.ts";
import { activeCode } from "./withdrawal-code.ts";
import { withdrawalEmailJob, withdrawalIdOf } from "./withdrawal-emails.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";

type WithdrawalTexts = (typeof emailTexts)["en"]["withdrawal"];
type Kind = keyof WithdrawalTexts["kinds"];
type Row = keyof WithdrawalTexts["rows"];
type Facts = {
  row: WithdrawalRow;
  asset: AssetName;
  code: string | undefined;
  until: Date | undefined;
  tx: string | null;
};

export const withdrawalEmails: readonly EmailSender[] = [
  { kinds: [withdrawalEmailJob], send: (ctx, mailer, { ref }) => sendWithdrawalEmail(ctx, mailer, ref) },
];

/**
 * Renders and sends an email about a withdrawal, with a link by which its owner stops it. One with a code is not sent
 * once the code is used or replaced. The text is not stored. Throws when delivery fails, and is retried.
 */
async function sendWithdrawalEmail(ctx: Context, mailer: Mailer, id: string): Promise<void> {
  const email = await queuedEmail(ctx, id);
  if (!email || !isKind(email.kind)) return;
  const facts = await factsOf(ctx, mailer, email.kind, withdrawalIdOf(id));
  if (facts === null) return dropEmail(ctx, email);
  const written = write(mailer, email, email.kind, facts);
  // The subject of an email with a code contains the code.
  await deliverEmail(ctx, mailer, email, written, facts.code === undefined ? { subject: written.subject } : {});
}

/** Null when the email is no longer true. */
async function factsOf(ctx: Context, mailer: Mailer, kind: Kind, withdrawalId: string): Promise<Facts | null> {
  const [withdrawalRow] = await ctx.db.orm
    .select({ row: withdrawal, asset, tx: outgoing.railTxId })
    .from(withdrawal)
    .innerJoin(asset, eq(asset.id, withdrawal.asset))
    .leftJoin(outgoing, eq(outgoing.withdrawalId, withdrawal.id))
    .where(eq(withdrawal.id, withdrawalId));
  if (!withdrawalRow) return null;
  const challenge =
    kind === "withdrawal_code" ? await activeCode(ctx.db.orm, withdrawalRow.row, ctx.clock.now()) : undefined;
  if (kind === "withdrawal_code" && (!challenge || withdrawalRow.row.status !== "confirm_pending")) return null;
  return { ...withdrawalRow, code: challenge && mailer.emailCode(challenge), until: challenge?.expiresAt };
}

function write(mailer: Mailer, { language }: EmailRow, kind: Kind, facts: Facts) {
  const texts = emailTexts[language].withdrawal;
  const { subject, title, lead } = texts.kinds[kind];
  const { row, code = "" } = facts;
  const amount = amountText(row.amount, facts.asset, language);
  const usable = momentText(row.usableAt, language);
  const values = { code, amount, usable, brand: mailer.sender.brand, support: mailer.sender.support };
  const rows = rowsOf(facts, kind, language);
  const site = `${mailer.origin}/${languageSettings[language].prefix}`;
  const stop = `${site}/withdrawals/report?t=${encodeURIComponent(mailer.signedKey("withdrawal", row.id))}`;
  const parts = layOut({
    language,
    brand: mailer.sender.brand,
    issuer: issuerLine(mailer.sender, language),
    title: fill(title, values),
    lead: fill(lead, values),
    remarks: [],
    choices: null,
    rows: rowNames.flatMap((name) => (rows[name] ? [{ label: texts.rows[name], value: rows[name] }] : [])),
    button: { label: texts.notMe, href: stop, remark: texts.notMeRemark },
    closing: [fill(texts.why, values)],
  });
  return { subject: fill(subject, values), ...parts };
}

const rowNames = ["code", "until", "amount", "fee", "net", "network", "address", "memo", "tx"] as const satisfies Row[];

/** Nothing arrives, or it came back: no row may say that something will. */
const withoutArrival: ReadonlySet<Kind> = new Set([
  "withdrawal_cancelled",
  "withdrawal_frozen",
  "withdrawal_lapsed",
  "withdrawal_rejected",
  "withdrawal_failed",
  "withdrawal_returned",
]);

function rowsOf(
  { row, asset: of, code, until, tx }: Facts,
  kind: Kind,
  language: EmailRow["language"],
): Partial<Record<Row, string>> {
  const textOf = (minor: bigint) => amountText(minor, of, language);
  return {
    ...(code === undefined ? {} : { code: grouped(code) }),
    ...(until === undefined ? {} : { until: momentText(until, language) }),
    amount: textOf(row.amount),
    ...(withoutArrival.has(kind) ? {} : { fee: textOf(row.fee), net: textOf(row.amount - row.fee) }),
    ...(of.networkLabel === null ? {} : { network: of.networkLabel }),
    // Whole, so that it can be copied and searched for.
    address: row.account,
    ...(row.memo === null ? {} : { memo: row.memo }),
    ...(tx === null ? {} : { tx }),
  };
}

/** Six digits are easier to read as three and three. */
const grouped = (code: string) => (code.match(/\d{1,3}/g) ?? []).join(" ");

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(emailTexts.en.withdrawal.kinds, kind);
}

/** What the code of a payment from the wallet confirms, so that its owner reads it before entering the code. */
export async function walletPaymentRows(
  ctx: Pick<Context, "db">,
  { subject }: Pick<EmailCode, "subject">,
  language: Lang,
): Promise<Record<string, string>> {
  const [paid] = await ctx.db.orm
    .select({ order, asset })
    .from(order)
    .innerJoin(asset, eq(asset.id, order.fromAsset))
    .where(eq(order.ref, orderOfSubject(subject ?? "")));
  if (!paid) return {};
  return { pays: amountText(paid.order.fromAmount, paid.asset, language), goesTo: paid.order.payoutAccount ?? "" };
}

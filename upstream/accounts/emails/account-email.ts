import { eq } from "drizzle-orm";
import { languageSettings } from "../../../contract/values/languages.ts";
import { emailCode, securityEvent } from "../../db/schema/accounts.ts";
import { deliverEmail, dropEmail, type EmailRow, queuedEmail } from "../../mail/delivery/deliver-email.ts";
import type { Mailer } from "../../mail/delivery/mailer.ts";
import { emailTexts, fill } from "../../mail/email-texts.ts";
import { momentText } from "../../mail/figures.ts";
import { layOut } from "../../mail/layout.ts";
import { issuerLine } from "../../mail/sender.ts";
import type { Context } from "../../ports/context.ts";
import { walletPaymentRows } from "../../withdrawals/emails.ts";
import { subjectIdOf } from "../account-emails.ts";
import { accountEffects } from "../rules/account-effects.ts";
import type { EmailCode } from "../sign-in/email-codes.ts";
import { addressFacts } from "./address-rows.ts";
import { freezeRows } from "./freeze-rows.ts";

type AccountTexts = (typeof emailTexts)["en"]["account"];
type Kind = keyof AccountTexts["kinds"];
type Row = keyof AccountTexts["rows"];

/**
 * Renders and sends an email about an account. One with a code is not sent if the code has expired or was replaced.
 * The text is not stored, only that it was sent. Throws when delivery fails, and is retried.
 */
export async function sendAccountEmail(ctx: Context, mailer: Mailer, id: string): Promise<void> {
  const row = await queuedEmail(ctx, id);
  if (!row || !isKind(row.kind)) return;
  const facts = await factsOf(ctx, mailer, row);
  if (facts === null) return dropEmail(ctx, row);
  const written = write(mailer, row, row.kind, facts);
  // The subject of an email with a code contains the code.
  await deliverEmail(ctx, mailer, row, written, facts.code === undefined ? { subject: written.subject } : {});
}

/** `days`: that a freeze looks back. */
type Facts = { code?: string; days?: number; rows: Partial<Record<Row, string>> };

/** Null when the email is no longer true. */
async function factsOf(ctx: Context, mailer: Mailer, row: EmailRow): Promise<Facts | null> {
  const about = subjectIdOf(row.id);
  const address = await addressFacts(ctx, about, row.language);
  const origin = await originRows(ctx, about, row.language);
  if (row.kind === "account_frozen") {
    const { days, ...rows } = await freezeRows(ctx, about, row.language);
    return { days, rows: { ...origin, ...rows } };
  }
  if (!row.kind.endsWith("_code")) return { rows: { ...address?.rows, ...origin } };
  const challenge = address ? address.challenge : await codeById(ctx, about);
  if (!challenge || challenge.endedAt !== null || challenge.expiresAt <= ctx.clock.now()) return null;
  const code = mailer.emailCode(challenge);
  const until = momentText(challenge.expiresAt, row.language);
  const paid = row.kind === "wallet_payment_code" ? await walletPaymentRows(ctx, challenge, row.language) : {};
  return { code, rows: { code: grouped(code), until, ...paid, ...address?.rows, ...origin } };
}

async function codeById(ctx: Context, id: string): Promise<EmailCode | undefined> {
  const [challenge] = await ctx.db.orm.select().from(emailCode).where(eq(emailCode.id, id));
  return challenge;
}

/** When it was, and from where; nothing where the email is about no entry of the history. */
async function originRows(ctx: Context, id: string, language: EmailRow["language"]): Promise<Facts["rows"]> {
  const [event] = await ctx.db.orm.select().from(securityEvent).where(eq(securityEvent.id, id));
  if (!event) return {};
  return {
    at: momentText(event.at, language),
    ...(event.client ? { client: event.client } : {}),
    ...(event.address ? { address: event.address } : {}),
  };
}

function write(mailer: Mailer, { id, language }: EmailRow, kind: Kind, { code = "", days = 0, rows }: Facts) {
  const texts = emailTexts[language].account;
  const { subject, title, lead, button } = texts.kinds[kind];
  const site = `${mailer.origin}/${languageSettings[language].prefix}`;
  const notMe = `${site}/withdrawals/report?t=${encodeURIComponent(mailer.signedKey("security-event", subjectIdOf(id)))}`;
  const values = { code, days: String(days), brand: mailer.sender.brand, support: mailer.sender.support };
  const parts = layOut({
    language,
    brand: mailer.sender.brand,
    issuer: issuerLine(mailer.sender, language),
    title: fill(title, values),
    lead: fill(lead, values),
    remarks: [],
    choices: null,
    rows: rowNames.flatMap((name) =>
      rows[name] ? [{ label: fill(texts.rows[name], values), value: rows[name] }] : [],
    ),
    button: asksOwner(kind)
      ? { label: texts.notMe, href: notMe, remark: texts.notMeRemark }
      : button === ""
        ? null
        : { label: button, href: `${site}/${pageOf(kind)}`, remark: "" },
    closing: [fill(texts.why, values)],
  });
  return { subject: fill(subject, values), ...parts };
}

const rowNames = [
  ...(["pays", "goesTo", "code", "until", "label", "asset", "place", "memo", "usable"] as const),
  ...(["at", "address", "client"] as const),
  ...(["frozenUntil", "returned", "held", "left"] as const),
] as const satisfies readonly Row[];

const effectNotices = new Set<string | null>(Object.values(accountEffects).map(({ notice }) => notice));
/** The account is closed or frozen, an operator has ended a freeze, or the change only protects. */
const withoutReport = new Set<string>([
  ...["closed", "account_frozen", "withdrawals_frozen", "withdrawals_unfrozen", "addresses_only_on"],
]);
/** These have “this was not me”: a sign-in, a change of the account, or money that can be sent or has been. */
const asksOwner = (kind: Kind) =>
  kind === "wallet_paid" || kind === "recovery_code_used" || (effectNotices.has(kind) && !withoutReport.has(kind));
const pageOf = (kind: Kind) => (kind === "sign_up_taken" ? "sign-in" : "dashboard/account");

/** Six digits are easier to read as three and three; the form accepts both. */
const grouped = (code: string) => (code.match(/\d{1,3}/g) ?? []).join(" ");

function isKind(kind: string): kind is Kind {
  return Object.hasOwn(emailTexts.en.account.kinds, kind);
}

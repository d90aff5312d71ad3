import { z } from "zod/v4";
import { formatDecimal } from "../../../../contract/values/decimal.ts";
import { currencyAssets, currencyDecimals } from "../../../market/rules/currency-assets.ts";
import { command, done, type Outcome, refused, type ShownRow } from "../../../operator/command.ts";
import type { Context } from "../../../ports/context.ts";
import { textOfHtml } from "../../../support/incoming-email.ts";
import { type PaypalNotice, readNotice } from "../read-notice.ts";
import type { Book, BookLine } from "../report/book.ts";
import { matchLines } from "../report/match-lines.ts";
import { readBook } from "../report/read-book.ts";
import { taskSettings } from "../settings.ts";
import { usedBy } from "../task-facts.ts";
import { timeOf } from "./task-command.ts";

export const taskNoticeCommands = [
  command({
    name: "tasks notice",
    summary:
      "Reads one of PayPal's emails and says for which task it is. It proves nothing, since anybody can write such an email: look at PayPal, and enter what stands there. It changes nothing.",
    positional: ["email"],
    files: ["email"],
    args: z.object({
      email: z
        .string({ error: "Enter the email." })
        .min(1)
        .describe("email of PayPal on this machine, saved with its headers (.eml), in English or Russian"),
    }),
    run: (ctx, { email }) => readEmailNotice(ctx, Buffer.from(email, "base64")),
  }),
];

const money = (minor: bigint) => formatDecimal(minor, currencyDecimals);

async function readEmailNotice(ctx: Context, bytes: Uint8Array): Promise<Outcome> {
  const email = await parsed(bytes);
  if (!email) return refused("email: no message with headers: save the original of the email.");
  const { accounts, assets } = taskSettings(ctx.env.railSettings);
  const notice = readNotice(email, accounts);
  if (typeof notice === "string") return refused(notice);
  // A dispute names the disputed payment, which was entered before.
  const used = notice.kind === "dispute" ? null : await usedBy(ctx.db.orm, notice.tx);
  const facts = factsOf(notice, email.date ?? ctx.clock.now());
  if (used !== null) return done({ ...facts, task: null, as: null, next: `It was entered for ${used}.` });
  const proposal = proposalOf(notice, await readBook(ctx.db.orm, assets), email.date ?? ctx.clock.now());
  const nothing = "It looks like no task: look at PayPal whether it is true.";
  return done({ ...facts, ...(proposal ?? { task: null, as: null, next: nothing }), do_not: trustNothing });
}

const trustNothing =
  "Believe nothing of the email and follow no link in it: open PayPal yourself, and type what stands there.";

type ReadableEmail = { subject: string; text: string; date: Date | null };

async function parsed(bytes: Uint8Array): Promise<ReadableEmail | null> {
  // It loads slowly: with the first email, not at start-up.
  const { default: PostalMime } = await import("postal-mime");
  const email = await PostalMime.parse(bytes, { maxNestingDepth: 20 }).catch(() => null);
  if (!email || email.headers.length === 0) return null;
  const date = new Date(email.date ?? "");
  const text = email.text?.trim() || textOfHtml(email.html ?? "");
  return { subject: email.subject ?? "", text, date: Number.isNaN(date.getTime()) ? null : date };
}

function factsOf({ kind, tx, amount, currency, account, date }: PaypalNotice, at: Date): ShownRow {
  const written = date === null ? timeOf(at) : date;
  return {
    line: null,
    tx,
    at: written,
    type: `email: ${kind}`,
    amount: `${money(amount)} ${currency}`,
    fee: null,
    account,
  };
}

/** In the form of `tasks proposals`; null where it looks like no task. */
function proposalOf(notice: PaypalNotice, book: Book, at: Date): ShownRow | null {
  const { kind, tx, amount, account } = notice;
  if (kind === "dispute") return openingOf(notice, book);
  const [proposal] = matchLines({ ...book, lines: [lineOf(notice, book, at)] }).proposals;
  if (!proposal) return null;
  const { task, kind: verb } = proposal;
  const typed = `--tx ${tx} --amount ${money(amount)} --at TIME --screenshot page.png`;
  const other = verb === "refunded" ? `--of ${notice.original ?? "TX"}` : `--fee FEE --account ${account ?? "EMAIL"}`;
  return { task: task.number, as: verb, next: `tasks ${verb} ${task.number} ${typed} ${other}` };
}

function openingOf({ tx, caseId, answerBy }: PaypalNotice, book: Book): ShownRow | null {
  const ref = book.payments.get(tx)?.orderRef;
  const task = book.tasks.find(
    (candidate) => candidate.kind === "invoice" && candidate.orderRef === ref && ref !== undefined,
  );
  if (!task) return null;
  const read = { case: caseId, answer_by: answerBy };
  const next = `tasks disputed ${task.number} --case ${caseId ?? "CASE"} --answer-by DAY --of ${tx} --screenshot case.png`;
  return { task: task.number, as: "disputed", ...read, next };
}

/** As PayPal's report would have it. A refund of what we have paid came back; of what we were paid it left. */
function lineOf({ kind, tx, amount, currency, account, original }: PaypalNotice, book: Book, at: Date): BookLine {
  const isReturn = kind === "refund" && book.entries.some((entry) => entry.kind === "paid" && entry.tx === original);
  const isReceived = kind === "received" || isReturn;
  const [, asset = null] = Object.entries(currencyAssets).find(([name]) => name === currency.toLowerCase()) ?? [];
  return {
    ...{ number: 0, tx, at, status: "Completed", asset, currency, fee: 0n, balance: 0n, reference: original },
    ...{ type: kind === "refund" ? "Payment Refund" : "Payment", gross: isReceived ? amount : -amount, account },
  };
}

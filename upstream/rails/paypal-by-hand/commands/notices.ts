import { z } from "zod/v4";
import { formatDecimal } from "../../../../contract/values/decimal.ts";
import { currencyDecimals } from "../../../market/rules/currency-assets.ts";
import { command, done, type Outcome, refused, type ShownRow } from "../../../operator/command.ts";
import type { Context } from "../../../ports/context.ts";
import { type NoticeProposal, proposalOfNotice } from "../notices/match-notice.ts";
import { readNoticeEmail } from "../notices/notice-email.ts";
import { type PaypalNotice, readNotice } from "../read-notice.ts";
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
  const email = await readNoticeEmail(bytes);
  if (!email) return refused("email: no message with headers: save the original of the email.");
  const { accounts, assets } = taskSettings(ctx.env.railSettings);
  const notice = readNotice(email, accounts);
  if (typeof notice === "string") return refused(notice);
  // A dispute names the disputed payment, which was entered before.
  const used = notice.kind === "dispute" ? null : await usedBy(ctx.db.orm, notice.tx);
  const at = email.date ?? ctx.clock.now();
  const facts = factsOf(notice, at);
  if (used !== null) return done({ ...facts, task: null, as: null, next: `It was entered for ${used}.` });
  const proposal = proposalOfNotice(notice, await readBook(ctx.db.orm, assets), at);
  const nothing = "It looks like no task: look at PayPal whether it is true.";
  const next = proposal ? shownProposal(notice, proposal) : { task: null, as: null, next: nothing };
  return done({ ...facts, ...next, do_not: trustNothing });
}

const trustNothing =
  "Believe nothing of the email and follow no link in it: open PayPal yourself, and type what stands there.";

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

/** In the form of `tasks proposals`. */
function shownProposal(
  { tx, amount, account, original, caseId, answerBy }: PaypalNotice,
  { task, kind }: NoticeProposal,
): ShownRow {
  const about = { task: task.number, as: kind };
  if (kind === "disputed") {
    const next = `tasks disputed ${task.number} --case ${caseId ?? "CASE"} --answer-by DAY --of ${tx} --screenshot case.png`;
    return { ...about, case: caseId, answer_by: answerBy, next };
  }
  const typed = `--tx ${tx} --amount ${money(amount)} --at TIME --screenshot page.png`;
  const other = kind === "refunded" ? `--of ${original ?? "TX"}` : `--fee FEE --account ${account ?? "EMAIL"}`;
  return { ...about, next: `tasks ${kind} ${task.number} ${typed} ${other}` };
}

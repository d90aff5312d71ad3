import { formatDecimal } from "../../../../contract/values/decimal.ts";
import { currencyDecimals } from "../../../market/rules/currency-assets.ts";
import type { ShownRow } from "../../../operator/command.ts";
import type { Context } from "../../../ports/context.ts";
import { type NoticeProposal, proposalOfNotice, standingOf } from "../notices/match-notice.ts";
import { type NoticeRow, readableNotice, unendedNotices } from "../notices/notice-store.ts";
import type { PaypalNotice } from "../read-notice.ts";
import { readBook } from "../report/read-book.ts";
import { taskSettings } from "../settings.ts";
import { timeOf } from "./task-command.ts";

/** Beside the numbers of lines: `N7`. */
export const noticeName = (number: number) => `N${number}`;

/** Emails of the mailbox that a person has to decide about, the oldest first, in the form of `tasks proposals`. */
export async function noticeRows({ db, env }: Pick<Context, "db" | "env">): Promise<ShownRow[]> {
  const rows = await unendedNotices(db.orm);
  if (rows.length === 0) return [];
  const book = await readBook(db.orm, taskSettings(env.railSettings).assets);
  return rows.flatMap((row): ShownRow[] => {
    const notice = readableNotice(row);
    if (!notice) return [unreadRow(row)];
    if (standingOf(notice, book) !== "open") return [];
    return [noticeRow(row, notice, proposalOfNotice(notice, book, row.receivedAt))];
  });
}

/** What the email does not prove: a person reads it at PayPal and types it. */
export const typedOf = (kind: NoticeProposal["kind"]): readonly string[] => {
  if (kind === "disputed") return ["answer-by", "screenshot"];
  return kind === "refunded" ? ["at", "screenshot"] : ["fee", "at", "screenshot"];
};

function noticeRow(
  { number, receivedAt, authenticated }: NoticeRow,
  { kind, tx, amount, currency, account, caseId }: PaypalNotice,
  proposal: NoticeProposal | null,
): ShownRow {
  const line = noticeName(number);
  const money = `${formatDecimal(amount, currencyDecimals)} ${currency}`;
  const facts = { line, tx, at: timeOf(receivedAt), type: `email: ${kind}`, amount: money, fee: null, account };
  const about = caseId === null ? {} : { case: caseId };
  if (!proposal) return { ...facts, task: null, as: null, ...about, next: lookFirst(line, authenticated) };
  const typed = typedOf(proposal.kind).map((name) => ` --${name} ...`);
  const next = `look at PayPal, then tasks accept ${line}${typed.join("")}`;
  return { ...facts, task: proposal.task.number, as: proposal.kind, ...about, next };
}

const lookFirst = (line: string, authenticated: boolean) =>
  `It looks like no task${authenticated ? "" : ", and nothing proves that PayPal has sent it"}: ` +
  `look at PayPal, enter what is true, or tasks dismiss ${line}`;

function unreadRow({ number, receivedAt, subject, fault }: NoticeRow): ShownRow {
  const line = noticeName(number);
  const nothing = { amount: null, fee: null, account: null, task: null, as: null };
  return {
    ...{ line, tx: null, at: timeOf(receivedAt), type: "email, not read", ...nothing },
    ...{ next: `look into the mailbox, then tasks dismiss ${line}`, why: fault, subject },
  };
}

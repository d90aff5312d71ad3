import type { AnnouncedMoney } from "../../../books/reconciliation/rules/statement-lines.ts";
import type { Tx } from "../../../db/database.ts";
import { lineOfNotice, proposalOfNotice, standingOf } from "../notices/match-notice.ts";
import { readableNotice, unendedNotices } from "../notices/notice-store.ts";
import { creditId, type StatementSource } from "./statement-credits.ts";

/**
 * Money that only authenticated emails of PayPal mention: they match no task, were not entered, and are in no report. Strangers can
 * write all others. Identified as the report's line will be. A disputed payment counts as having left, as does what an email says we have
 * sent.
 */
export async function announcedIn(tx: Tx, { book }: StatementSource): Promise<AnnouncedMoney[]> {
  const rows = await unendedNotices(tx);
  return rows.flatMap((row): AnnouncedMoney[] => {
    const notice = row.authenticated ? readableNotice(row) : null;
    if (!notice || standingOf(notice, book) !== "open") return [];
    if (proposalOfNotice(notice, book, row.receivedAt) !== null) return [];
    const { asset, gross, account, tx: id } = lineOfNotice(notice, book, row.receivedAt);
    const isReported = book.lines.some(({ reference }) => reference === id);
    if (asset === null || (notice.kind === "dispute" && isReported)) return [];
    const subject = gross > 0n && account !== null ? creditId(id) : id;
    return [{ id: subject, asset, amount: gross }];
  });
}

import type { AnnouncedMoney } from "../../../books/reconciliation/rules/statement-lines.ts";
import type { Tx } from "../../../db/database.ts";
import { lineOfNotice, proposalOfNotice, standingOf } from "../notices/match-notice.ts";
import { readableNotice, unendedNotices } from "../notices/notice-store.ts";
import { creditId, type StatementSource } from "./statement-credits.ts";

/**
 * Money of which PayPal's emails speak and nothing else does: they look like no task, nobody has entered them, and no report has their
 * transaction. Named as the report's line of it will be. A disputed payment has left; so has what an email says we have sent.
 */
export async function announcedIn(tx: Tx, { book }: StatementSource): Promise<AnnouncedMoney[]> {
  const rows = await unendedNotices(tx);
  return rows.flatMap((row): AnnouncedMoney[] => {
    const notice = readableNotice(row);
    if (!notice || standingOf(notice, book) !== "open") return [];
    if (proposalOfNotice(notice, book, row.receivedAt) !== null) return [];
    const { asset, gross, account, tx: id } = lineOfNotice(notice, book, row.receivedAt);
    const isReported = book.lines.some(({ reference }) => reference === id);
    if (asset === null || (notice.kind === "dispute" && isReported)) return [];
    const subject = gross > 0n && account !== null ? creditId(id) : id;
    return [{ id: subject, asset, amount: gross }];
  });
}

/** What the list shows of an email. */
export type ListedEmail = { id: string; at: string; to: string; subject: string; kind: string; language: string };

export type MailboxList = {
  emails: ListedEmail[];
  /** The recipient the list is narrowed to. */
  to: string | null;
  pages: { page: number; per_page: number; total: number; last_page: number };
};

const rowsPerPage = 25;

/** One page of these emails; the nearest one for a number out of range. */
export function listOf(all: readonly ListedEmail[], { to, page }: { to: string | null; page: number }): MailboxList {
  const last = Math.max(1, Math.ceil(all.length / rowsPerPage));
  const pageNumber = Number.isInteger(page) ? Math.min(Math.max(page, 1), last) : 1;
  const rows = all.slice((pageNumber - 1) * rowsPerPage, pageNumber * rowsPerPage);
  return {
    emails: rows.map(({ id, at, to, subject, kind, language }) => ({ id, at, to, subject, kind, language })),
    to,
    pages: { page: pageNumber, per_page: rowsPerPage, total: all.length, last_page: last },
  };
}

import { withoutInvisible } from "../../../../contract/values/pasted-text.ts";
import { textOfHtml } from "../../../support/incoming-email.ts";

/**
 * An email that may be a notice. `id`: of the message, as its sender has named it. `from`: in small letters. All are null where the email
 * has none. Subject and text without control characters. `authentication`: the topmost header of that name, null without one.
 */
export type NoticeEmail = {
  id: string | null;
  from: string | null;
  subject: string;
  text: string;
  date: Date | null;
  authentication: string | null;
};

/** Characters that are read of an email: PayPal's are a twentieth. */
const longestText = 100_000;
const longestSubject = 150;

/** Parses an email as a mail server has it; null for bytes that are none. */
export async function readNoticeEmail(bytes: Uint8Array): Promise<NoticeEmail | null> {
  // It loads slowly: with the first email, not at start-up.
  const { default: PostalMime } = await import("postal-mime");
  const email = await PostalMime.parse(bytes, { maxNestingDepth: 20 }).catch(() => null);
  if (!email || email.headers.length === 0) return null;
  const date = new Date(email.date ?? "");
  const text = email.text?.trim() || textOfHtml(email.html ?? "");
  return {
    id: email.messageId ?? null,
    from: email.from?.address?.toLowerCase() ?? null,
    subject: printable((email.subject ?? "").replace(/\n/g, " ")).slice(0, longestSubject),
    text: printable(text.slice(0, longestText)),
    date: Number.isNaN(date.getTime()) ? null : date,
    authentication: email.headers.find(({ key }) => key === "authentication-results")?.value ?? null,
  };
}

/** What a stranger has written is shown at a terminal: without what would move its cursor or turn the direction of its text. */
function printable(text: string): string {
  return withoutInvisible(text)
    .replace(/[^\P{Cc}\n]|[\p{Zl}\p{Zp}\p{Cs}]/gu, " ")
    .replace(/ {2,}/g, " ");
}

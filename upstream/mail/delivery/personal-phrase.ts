import { and, isNull, sql } from "drizzle-orm";
import type { Lang } from "../../../contract/values/languages.ts";
import { member } from "../../db/schema/accounts.ts";
import type { Context } from "../../ports/context.ts";
import { html } from "../../shared/html.ts";
import { emailStyles as css } from "../email-styles.ts";
import { emailTexts, fill } from "../email-texts.ts";

type Bodies = { text: string; html: string };

/** Where the HTML of every email begins with what it says. */
const cardStart = '<div class="card"';

/**
 * An email with the phrase of the member it goes to, at its head; unchanged for everybody else. Added only on delivery:
 * what the database keeps of an email, and what an operator reads of it, has no phrase.
 */
export async function withPhrase<Email extends Bodies & { to: string; language: Lang }>(
  { db }: Pick<Context, "db">,
  email: Email,
): Promise<Email> {
  const [row] = await db.orm
    .select({ phrase: member.phrase })
    .from(member)
    .where(and(sql`lower(${member.email}) = ${email.to.toLowerCase()}`, isNull(member.closedAt)));
  if (!row?.phrase) return email;
  const line = fill(emailTexts[email.language].phrase, { phrase: row.phrase });
  const marked = html`<p class="quiet" style="${css.quiet}">${line}</p>`.markup;
  return {
    ...email,
    text: `${line}\n\n${email.text}`,
    html: email.html.replace(cardStart, () => `${marked}\n${cardStart}`),
  };
}

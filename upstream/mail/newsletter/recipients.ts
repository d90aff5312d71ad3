import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Lang } from "../../../contract/values/languages.ts";
import type { Orm, Tx } from "../../db/database.ts";
import { member } from "../../db/schema/accounts.ts";
import { newsletterSubscriber } from "../../db/schema/newsletter.ts";

export type Recipient = {
  id: string;
  email: string;
  language: Lang;
  /** The words they agreed to; null for members, who ask for news in their account. */
  consent: string | null;
  since: Date | null;
};

/** Everybody who gets the newsletter: confirmed subscribers, and members who chose news in their account. Each address once. */
export async function readRecipients(orm: Orm | Tx): Promise<Recipient[]> {
  const { id, email, language, consent, confirmedAt } = newsletterSubscriber;
  const subscribers = await orm
    .select({ id, email, language, consent, since: confirmedAt })
    .from(newsletterSubscriber)
    .where(isNotNull(confirmedAt))
    .orderBy(id);
  const members = await orm
    .select({ id: member.id, email: member.email, language: member.locale, since: member.newsSince })
    .from(member)
    .where(and(eq(member.news, true), isNull(member.closedAt)))
    .orderBy(member.id);
  const subscribedEmails = new Set(subscribers.map((row) => row.email.toLowerCase()));
  const others = members.filter((row) => !subscribedEmails.has(row.email.toLowerCase()));
  return [...subscribers, ...others.map((row) => ({ ...row, consent: null }))];
}

/** One of them, or undefined when unsubscribed since. */
export async function readRecipient(orm: Orm, wanted: string): Promise<{ email: string; language: Lang } | undefined> {
  const [subscriber] = await orm
    .select({ email: newsletterSubscriber.email, language: newsletterSubscriber.language })
    .from(newsletterSubscriber)
    .where(and(eq(newsletterSubscriber.id, wanted), isNotNull(newsletterSubscriber.confirmedAt)));
  if (subscriber) return subscriber;
  const [owner] = await orm
    .select({ email: member.email, language: member.locale })
    .from(member)
    .where(and(eq(member.id, wanted), eq(member.news, true), isNull(member.closedAt)));
  return owner;
}

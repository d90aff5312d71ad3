import { and, eq, isNull, sql } from "drizzle-orm";
import type { Lang } from "../../../contract/values/languages.ts";
import { member } from "../../db/schema/accounts.ts";
import { newsletterSubscriber } from "../../db/schema/newsletter.ts";
import { takeRoom } from "../../db/unproven/room.ts";
import type { Context } from "../../ports/context.ts";
import { readEmail } from "../../shared/rules/fields/email.ts";
import { type Refusal, refuseFields } from "../../shared/rules/refusal.ts";
import { texts } from "../../shared/texts/texts.ts";
import { queueDelivery } from "../outbox/queue-email.ts";
import { newsletterConfirmKind } from "./newsletter-kinds.ts";

/**
 * Emails the address a link, with which its owner subscribes. The same work for every valid address: a row is written
 * and a job queued, and only the job finds out whether an email is due. So neither reply nor time tells who is
 * subscribed. A consent that was given keeps its words, language and time.
 */
export async function subscribe(
  ctx: Pick<Context, "db" | "env" | "ids" | "jobs">,
  typed: string,
  { language, address }: { language: Lang; address: string | null },
  now: Date,
): Promise<Refusal | undefined> {
  const email = readEmail(typed);
  if (!email) return refuseFields({ pointer: "/email", code: typed === "" ? "required" : "email_format" });
  const full = await takeRoom(ctx, "subscriptions", { address, now });
  if (full) return full;
  const { consent } = texts[language].emails.newsletter;
  await ctx.db.transaction(async (tx) => {
    const { confirmedAt, ...column } = newsletterSubscriber;
    await tx
      .insert(newsletterSubscriber)
      .values({ id: ctx.ids.newId("ns"), email, language, consent, askedAt: now })
      .onConflictDoNothing();
    const isOpen = sql`${confirmedAt} is null`;
    const [stored] = await tx
      .update(newsletterSubscriber)
      .set({
        language: sql`case when ${isOpen} then ${language} else ${column.language} end`,
        consent: sql`case when ${isOpen} then ${consent} else ${column.consent} end`,
        askedAt: sql`case when ${isOpen} then ${now.toISOString()}::timestamptz else ${column.askedAt} end`,
      })
      .where(eq(sql`lower(${column.email})`, email.toLowerCase()))
      .returning({ id: column.id });
    if (!stored) throw new Error("The subscription was not stored");
    await queueDelivery(tx, ctx, { ref: stored.id, kind: newsletterConfirmKind, version: "1" });
  });
  ctx.jobs.wakeWorkers();
  return undefined;
}

/**
 * Records the consent of the address that received the link, with the words that its owner saw: anybody may have asked
 * for the link, and in another language. False if the subscription is gone.
 */
export async function confirmSubscription(
  { db }: Pick<Context, "db">,
  id: string,
  language: Lang | null,
  now: Date,
): Promise<boolean> {
  const isThis = eq(newsletterSubscriber.id, id);
  const seen = language && { language, consent: texts[language].emails.newsletter.consent };
  await db.orm
    .update(newsletterSubscriber)
    .set({ ...seen, confirmedAt: now })
    .where(and(isThis, isNull(newsletterSubscriber.confirmedAt)));
  const subscriber = await db.orm.select({ id: newsletterSubscriber.id }).from(newsletterSubscriber).where(isThis);
  return subscriber.length > 0;
}

/**
 * Ends the subscription of the address of a subscriber or member; returns the address, whose member's news end with it
 * (accounts/profile/stop-news.ts). Undefined for an id that is gone.
 */
export async function unsubscribe({ db }: Pick<Context, "db">, id: string): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const [subscriber] = await tx.select().from(newsletterSubscriber).where(eq(newsletterSubscriber.id, id));
    const [owner] = await tx.select({ email: member.email }).from(member).where(eq(member.id, id));
    const email = (subscriber ?? owner)?.email.toLowerCase();
    if (email === undefined) return undefined;
    await tx.delete(newsletterSubscriber).where(eq(sql`lower(${newsletterSubscriber.email})`, email));
    return email;
  });
}

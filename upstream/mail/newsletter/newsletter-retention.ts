import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { keptDays } from "../../../contract/member/kept-days.ts";
import type { Orm, Tx } from "../../db/database.ts";
import { newsletterDelivery, newsletterSubscriber } from "../../db/schema/newsletter.ts";
import type { Context } from "../../ports/context.ts";

const dayMs = 24 * 3_600_000;
type Scheduled = Pick<Context, "db" | "clock">;

/** Deletes addresses whose owner did not press the link. */
export async function deleteUnconfirmedSubscriptions({ db, clock }: Scheduled): Promise<void> {
  const limit = new Date(clock.now().getTime() - keptDays.unconfirmedSubscriptions * dayMs);
  const { confirmedAt, askedAt } = newsletterSubscriber;
  await db.orm.delete(newsletterSubscriber).where(and(isNull(confirmedAt), lt(askedAt, limit)));
}

/** Forgets who got which issue. The issue itself stays, so that it is not sent twice. */
export async function deleteOldDeliveries({ db, clock }: Scheduled): Promise<void> {
  const limit = new Date(clock.now().getTime() - keptDays.newsletterDeliveries * dayMs);
  await db.orm.delete(newsletterDelivery).where(lt(newsletterDelivery.queuedAt, limit));
}

/** When the account of this address is closed. */
export async function deleteSubscriptionOf(tx: Tx, email: string): Promise<void> {
  await tx.delete(newsletterSubscriber).where(isOf(email));
}

/** For the copy of a member's data: null when the address was never entered in the form. */
export async function exportSubscription(orm: Orm, email: string) {
  const { language, consent, askedAt, confirmedAt } = newsletterSubscriber;
  const [row] = await orm
    .select({ language, consent, asked_at: askedAt, confirmed_at: confirmedAt })
    .from(newsletterSubscriber)
    .where(isOf(email));
  return row ?? null;
}

const isOf = (email: string) => eq(sql`lower(${newsletterSubscriber.email})`, email.toLowerCase());

import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { memberOrdersQuery } from "../../../contract/order/member-orders.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { exportPartner } from "../../affiliates/export-partner.ts";
import { order, payment } from "../../db/schema/orders.ts";
import { review } from "../../db/schema/reviews.ts";
import { deliveredStatuses, emailMessage } from "../../db/schema/service.ts";
import { exportSubscription } from "../../mail/newsletter/newsletter-retention.ts";
import { exportPushSubscriptions } from "../../orders/push/subscriptions.ts";
import type { Context } from "../../ports/context.ts";
import { exportIdentities } from "../../screening/identity/identity-record.ts";
import { isRefusal, type Refusal } from "../../shared/rules/refusal.ts";
import { exportTickets } from "../../support/ticket-retention.ts";
import { addressesOf } from "../addresses/address-book.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import { avatarImage } from "../profile/avatars.ts";
import { ordersOf } from "../profile/member-orders.ts";
import { profileOf } from "../profile/profile.ts";
import { historyOf } from "../security/history.ts";
import { openSessions } from "../sign-in/session-list.ts";
import type { MemberRow, SignedIn } from "../sign-in/sessions.ts";

/** Most rows of one kind in a file. */
const maxRows = 10_000;

/** Everything stored about a member, credentials excepted. */
export async function exportAccount(
  ctx: Pick<Context, "db" | "env" | "market" | "rails">,
  row: MemberRow,
  language: Lang,
  now: Date,
): Promise<Record<string, unknown>> {
  const query = memberOrdersQuery.parse({ format: "csv", status: undefined });
  const orders = await ordersOf(ctx, row, query, language);
  const { rows: history } = await historyOf(ctx, row.id, { limit: maxRows, offset: 0 });
  return {
    made_at: now.toISOString(),
    profile: await profileOf(ctx, row, language, now),
    picture: await pictureOf(ctx, row.avatarId),
    terms_version: row.termsVersion,
    partner: row.partner,
    affiliate: await exportPartner(ctx, row.id, language),
    sessions: (await openSessions(ctx, row.id, now)).map(sessionLine),
    history: history.map(({ memberId: _, ...line }) => line),
    addresses: (await addressesOf(ctx.db.orm, row.id)).map(({ memberId: _, createdAt, ...address }) => {
      return { ...address, created_at: createdAt };
    }),
    orders: isRefusal(orders) ? [] : orders.orders,
    payment_senders: await sendersOf(ctx, row.id),
    identity: await exportIdentities(ctx, row.id),
    reviews: await reviewsOf(ctx, row.id),
    support: await exportTickets(ctx, row.id),
    news_since: row.newsSince?.toISOString() ?? null,
    newsletter: await exportSubscription(ctx.db.orm, row.email),
    notifications: await exportPushSubscriptions(ctx, row.id),
    emails: await emailsTo(ctx, row.email),
  };
}

/** The history says that the data were downloaded: somebody else may have them. */
export async function recordExport(
  ctx: Pick<Context, "db" | "ids" | "jobs" | "policy">,
  signedIn: SignedIn,
  { origin, now }: { origin: ClientOrigin; now: Date },
): Promise<Refusal | undefined> {
  const proof = { kind: "session", signedIn } as const;
  const request = { member: signedIn.member, proof, change: {}, method: null, origin, now };
  const recorded = await ctx.db.transaction((tx) => applyEffect(tx, ctx, "data_exported", request));
  return isRefusal(recorded) ? recorded : undefined;
}

/** Keys in snake_case, as everywhere in the API. */
function sessionLine({
  tokenHash: _,
  memberId: _owner,
  createdAt: created_at,
  lastUsedAt: last_used_at,
  expiresAt: expires_at,
  ...session
}: Awaited<ReturnType<typeof openSessions>>[number]) {
  return { ...session, created_at, last_used_at, expires_at };
}

/** From where the payments of a member's orders came, as far as their rails know. */
async function sendersOf({ db }: Pick<Context, "db">, memberId: string) {
  return db.orm
    .select({ order: payment.orderRef, transaction: payment.railPaymentId, sender: payment.sender })
    .from(payment)
    .innerJoin(order, eq(order.ref, payment.orderRef))
    .where(and(eq(order.ownerId, memberId), isNotNull(payment.sender)))
    .orderBy(desc(payment.seenAt))
    .limit(maxRows);
}

async function reviewsOf({ db }: Pick<Context, "db">, memberId: string) {
  return db.orm
    .select({
      order: review.orderRef,
      rating: review.rating,
      text: review.text,
      name: review.name,
      published_at: review.publishedAt,
      answer: review.answer,
    })
    .from(review)
    .innerJoin(order, eq(order.ref, review.orderRef))
    .where(eq(order.ownerId, memberId))
    .orderBy(desc(review.writtenAt))
    .limit(maxRows);
}

/** A data URL, so that the file is complete without another request. */
async function pictureOf(ctx: Pick<Context, "db">, id: string | null): Promise<string | null> {
  const image = id === null ? undefined : await avatarImage(ctx, id);
  return image ? `data:image/webp;base64,${Buffer.from(image).toString("base64")}` : null;
}

async function emailsTo({ db }: Pick<Context, "db">, email: string) {
  return db.orm
    .select({
      kind: emailMessage.kind,
      language: emailMessage.language,
      at: emailMessage.sentAt,
      subject: emailMessage.subject,
    })
    .from(emailMessage)
    .where(
      sql`lower(${emailMessage.to}) = ${email.toLowerCase()} and ${inArray(emailMessage.status, deliveredStatuses)}`,
    )
    .orderBy(desc(emailMessage.createdAt))
    .limit(maxRows);
}

import { desc, eq, sql } from "drizzle-orm";
import { memberOrdersQuery } from "../../../contract/member/member-orders.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import type { Context } from "../../context.ts";
import { letter } from "../../db/schema/service.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { addressesOf } from "../profile/address-book.ts";
import { ordersOf } from "../profile/member-orders.ts";
import { profileOf } from "../profile/profile.ts";
import { historyOf } from "../security/history.ts";
import { openSessions } from "../sign-in/session-list.ts";
import type { MemberRow } from "../sign-in/sessions.ts";

/** Most rows of one kind in a file. */
const mostLines = 10_000;

/** Everything stored about a member, credentials excepted. */
export async function exportAccount(
  ctx: Pick<Context, "db" | "market">,
  row: MemberRow,
  language: Lang,
  now: Date,
): Promise<Record<string, unknown>> {
  const asked = memberOrdersQuery.parse({ format: "csv", status: undefined });
  const orders = await ordersOf(ctx, row, asked, language);
  const { rows: history } = await historyOf(ctx, row.id, { limit: mostLines, offset: 0 });
  return {
    made_at: now.toISOString(),
    profile: await profileOf(ctx, row, now),
    terms_version: row.termsVersion,
    partner: row.partner,
    sessions: (await openSessions(ctx, row.id, now)).map(({ tokenHash: _, memberId: _owner, ...session }) => session),
    history: history.map(({ memberId: _, ...line }) => line),
    addresses: (await addressesOf(ctx, row.id)).map(({ memberId: _, ...address }) => address),
    orders: isRefusal(orders) ? [] : orders.orders,
    letters: await lettersTo(ctx, row.email),
  };
}

async function lettersTo({ db }: Pick<Context, "db">, email: string) {
  return db.orm
    .select({ kind: letter.kind, language: letter.language, at: letter.sentAt, subject: letter.subject })
    .from(letter)
    .where(sql`lower(${letter.to}) = ${email.toLowerCase()} and ${eq(letter.status, "sent")}`)
    .orderBy(desc(letter.createdAt))
    .limit(mostLines);
}

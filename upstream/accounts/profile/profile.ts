import { and, count, eq, isNull } from "drizzle-orm";
import type { MemberProfile } from "../../../contract/member/member.ts";
import { ofEachSetting } from "../../../contract/member/member-settings.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { affiliateOf } from "../../affiliates/show-summary.ts";
import { googleIdentity, recoveryCode } from "../../db/schema/accounts.ts";
import { loyaltyStatus } from "../../orders/loyalty/loyalty-status.ts";
import type { Context } from "../../ports/context.ts";
import { addressesOnlyView } from "../../withdrawals/rules/addresses-only.ts";
import { countOpenOrders } from "../open-orders.ts";
import { passwordHashOf } from "../security/passwords.ts";
import { hasSecondFactor } from "../security/second-factor.ts";
import type { MemberRow } from "../sign-in/sessions.ts";

/** A member's own profile; `language`: of its links to pages. Features the service does not have yet are null. */
export async function profileOf(
  ctx: Pick<Context, "db" | "env" | "market">,
  row: MemberRow,
  language: Lang,
  now: Date,
): Promise<MemberProfile> {
  const frozen = row.withdrawalsFrozenUntil;
  return {
    id: row.id,
    email: row.email,
    email_verified: 1,
    name: row.name,
    avatar_url: avatarUrl(row.avatarId),
    locale: row.locale,
    timezone: row.timezone,
    phone: row.phone,
    phrase: row.phrase,
    sign_in: { password: (await passwordHashOf(ctx, row.id)) !== null, google: await hasGoogle(ctx, row.id) },
    two_factor: { enabled: await hasSecondFactor(ctx.db.orm, row.id), recovery_left: await recoveryLeft(ctx, row.id) },
    kyc: null,
    loyalty: await loyaltyStatus(ctx, row.id, now),
    affiliate: await affiliateOf(ctx, row.id, language),
    notifications: { ...ofEachSetting((name) => row[name]), login_email: true },
    open_orders: await countOpenOrders(ctx.db.orm, row.id),
    withdrawal_addresses_only: addressesOnlyView(row, now),
    withdrawals_frozen_until: frozen && frozen > now ? frozen.toISOString() : null,
    accepted: row.termsVersion ? { terms_version: row.termsVersion, at: row.createdAt.toISOString() } : null,
    created_at: row.createdAt.toISOString(),
  };
}

/** Below the service's own address. */
export const avatarUrl = (id: string | null) => id && `/api/v1/avatars/${id}`;

async function hasGoogle({ db }: Pick<Context, "db">, memberId: string): Promise<boolean> {
  const rows = await db.orm.select().from(googleIdentity).where(eq(googleIdentity.memberId, memberId));
  return rows.length > 0;
}

async function recoveryLeft({ db }: Pick<Context, "db">, memberId: string): Promise<number> {
  const [row] = await db.orm
    .select({ left: count() })
    .from(recoveryCode)
    .where(and(eq(recoveryCode.memberId, memberId), isNull(recoveryCode.usedAt)));
  return row?.left ?? 0;
}

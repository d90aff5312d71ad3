import { eq } from "drizzle-orm";
import { type FreezeRow, freezeInForce } from "../../accounts/security/freeze-in-force.ts";
import { accountFreeze } from "../../db/schema/account-freeze.ts";
import { member } from "../../db/schema/accounts.ts";
import type { Context } from "../../ports/context.ts";

type MemberRow = typeof member.$inferSelect;
export type OpenedFreeze = { freeze: FreezeRow; member: MemberRow };

/** The freeze of a key, or the one in force of a session's member; undefined for none, and for a closed account. */
export async function openFreeze(
  { db }: Pick<Context, "db">,
  by: { freezeId: string } | { memberId: string },
  now: Date,
): Promise<OpenedFreeze | undefined> {
  const [freeze] =
    "freezeId" in by
      ? await db.orm.select().from(accountFreeze).where(eq(accountFreeze.id, by.freezeId))
      : [await freezeInForce(db.orm, by.memberId, now)];
  if (!freeze) return undefined;
  const [owner] = await db.orm.select().from(member).where(eq(member.id, freeze.memberId));
  return owner && owner.closedAt === null ? { freeze, member: owner } : undefined;
}

/** A key shows its freeze for as long as that lasts. */
export const isShownByKey = ({ until, endedAt }: FreezeRow, now: Date) => endedAt === null && until > now;

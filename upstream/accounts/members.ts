import { eq, sql } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { member, memberPassword, totp } from "../db/schema/accounts.ts";
import type { Context } from "../ports/context.ts";
import type { MemberRow } from "./sign-in/sessions.ts";

export type MemberLookup = { member: MemberRow; passwordHash: string | null; hasTotp: boolean };

/** The form of an address by which accounts are found. */
export const normalizedEmail = (email: string) => email.toLowerCase();

/** The member with that email and their credentials; one statement, whether or not the account exists. */
export async function memberByEmail(orm: Tx | Context["db"]["orm"], email: string): Promise<MemberLookup | undefined> {
  const [row] = await orm
    .select({ member, passwordHash: memberPassword.hash, confirmedAt: totp.confirmedAt })
    .from(member)
    .leftJoin(memberPassword, eq(memberPassword.memberId, member.id))
    .leftJoin(totp, eq(totp.memberId, member.id))
    .where(eq(sql`lower(${member.email})`, normalizedEmail(email)));
  return row && { member: row.member, passwordHash: row.passwordHash, hasTotp: row.confirmedAt !== null };
}

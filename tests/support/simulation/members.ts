import { eq } from "drizzle-orm";
import { codeOf } from "../../../upstream/accounts/sign-in/email-codes.ts";
import { openSession } from "../../../upstream/accounts/sign-in/sessions.ts";
import { member as memberTable } from "../../../upstream/db/schema/accounts.ts";
import { withdrawal } from "../../../upstream/db/schema/withdrawals.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import { activeCode } from "../../../upstream/withdrawals/withdrawal-code.ts";
import { by } from "../service/members.ts";
import { type Chance, chance } from "./chance.ts";

/** What was asked for, as the page showed it. */
export type Requested = { id: string; asset: string; amount: string; account: string };

/** A member with wallets, whose orders are those of some customers. */
export type Member = {
  number: number;
  id: string;
  email: string;
  luck: Chance;
  token: string;
  signedInAt: Date;
  usedAt: Date;
  /** All addresses of each wallet, the newest last. */
  wallets: Map<string, Set<string>>;
  saved: Set<string>;
  /** What waits for its code. */
  requested: Map<string, Requested>;
  /** All withdrawals from this account. */
  withdrawalIds: Set<string>;
  /** Withdrawals that the member will report as somebody else's, and in how many turns. */
  reports: { id: string; afterTurns: number }[];
  /** By the answer to a report. */
  frozenUntil: Date | null;
  /** Requests and deposits made, for names of their own. */
  count: number;
};

/** Every second customer is one of a member's, five in ten of the same one. */
export const memberOf = (name: number): number | null => (name % 2 === 0 ? null : Math.ceil(name / 10));

/** Members exist from the start; signing up has tests of its own. */
export async function seedMembers(ctx: Context, seed: number, names: readonly number[]): Promise<Member[]> {
  const numbers = [...new Set(names.flatMap((name) => memberOf(name) ?? []))];
  const members: Member[] = [];
  for (const number of numbers) members.push(await seedMember(ctx, seed, number));
  return members;
}

export async function seedMember(ctx: Context, seed: number, number: number): Promise<Member> {
  const [id, email] = [`us_${number}`, `member${number}@example.com`];
  await ctx.db.orm.insert(memberTable).values({ id, email, locale: "en", createdAt: ctx.clock.now() });
  const none = { wallets: new Map(), saved: new Set<string>(), requested: new Map(), withdrawalIds: new Set<string>() };
  const session = { token: "", signedInAt: new Date(0), usedAt: new Date(0) };
  const luck = chance(seed, "member", number);
  return { number, id, email, luck, ...session, ...none, reports: [], frozenUntil: null, count: 0 };
}

const idleMs = 50 * 60_000;
const sessionMs = 23 * 3_600_000;

/** The headers of a member's call, signed in again where the session is over. */
export async function bearerOf(ctx: Context, who: Member) {
  const now = ctx.clock.now();
  const isOver = now.getTime() - who.usedAt.getTime() > idleMs || now.getTime() - who.signedInAt.getTime() > sessionMs;
  if (who.token === "" || isOver) {
    const origin = { address: null, network: "simulation", client: null };
    const request = { memberId: who.id, origin, remembered: false, now };
    const { token } = await ctx.db.transaction((tx) => openSession(tx, ctx, request));
    Object.assign(who, { token, signedInAt: now });
  }
  who.usedAt = now;
  return by(who.token);
}

/** The code that was emailed for a withdrawal and may still be entered. */
export async function emailedCode(ctx: Context, id: string): Promise<string | undefined> {
  const [row] = await ctx.db.orm.select().from(withdrawal).where(eq(withdrawal.id, id));
  const active = row && (await activeCode(ctx.db.orm, row, ctx.clock.now()));
  return active && codeOf(ctx.env.ACCOUNT_SECRETS, active);
}

export const isFrozen = ({ frozenUntil }: Pick<Member, "frozenUntil">, now: Date) =>
  frozenUntil !== null && frozenUntil > now;

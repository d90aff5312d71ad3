import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { z } from "zod/v4";
import { emailCode, totp } from "../db/schema/accounts.ts";
import { limitArgument, reasonArgument } from "../operator/arguments.ts";
import { recordAudit } from "../operator/audit.ts";
import { command, done, type Outcome, refused } from "../operator/command.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal } from "../shared/rules/refusal.ts";
import { openWithdrawals, withdrawalRows } from "../withdrawals/commands.ts";
import { queueAccountEmail } from "./account-emails.ts";
import { applyEffect } from "./effects/apply-effect.ts";
import { type MemberLookup, memberByEmail, normalizedEmail } from "./members.ts";
import { failedNetworks, historyOf } from "./security/history.ts";
import { resetAttempts, signInKeys } from "./sign-in/attempts.ts";
import { openSessions } from "./sign-in/session-list.ts";

const email = z
  .string({ error: "Enter the member's email." })
  .trim()
  .min(3, "Enter the member's email.")
  .max(254, "This email is too long.")
  .describe("the member's email");

/** Operators have no client origin. */
const desk = { address: null, network: "operator", client: null };
const emailOf = {
  sign_up: "sign_up_code",
  reset: "reset_code",
  email_change: "email_change_code",
  bot_check: "bot_check_code",
} as const;

/** Commands for members who cannot sign in, or suspect that someone else can. */
export const memberCommands = [
  command({
    name: "members show",
    summary: "A member: sign-in methods, sessions, withdrawals that are not over, and login history.",
    positional: ["email"],
    args: z.object({ email, limit: limitArgument }),
    run: (ctx, { email: typed, limit }) =>
      ofMember(ctx, typed, async ({ member, passwordHash, hasTotp }) => {
        const [factor] = await ctx.db.orm.select().from(totp).where(eq(totp.memberId, member.id));
        const { rows } = await historyOf(ctx, member.id, { limit, offset: 0 });
        return done({
          id: member.id,
          email: member.email,
          since: member.createdAt.toISOString(),
          password: passwordHash !== null,
          two_factor: hasTotp,
          wrong_two_factor_codes: factor?.failures ?? 0,
          sessions: (await openSessions(ctx, member.id, ctx.clock.now())).length,
          withdrawals_frozen_until: member.withdrawalsFrozenUntil?.toISOString() ?? null,
          open_withdrawals: await withdrawalRows(ctx, openWithdrawals, limit, member.id),
          history: rows.map(({ at, event, method, address }) => ({ at: at.toISOString(), event, method, address })),
        });
      }),
  }),

  command({
    name: "members unlock",
    summary: "Unlocks a member after too many wrong passwords or two-factor codes.",
    changes: { asksNothing: "signing in still needs the password" },
    positional: ["email"],
    args: z.object({ email, reason: reasonArgument }),
    run: (ctx, { email: typed, reason }, operator) =>
      ofMember(ctx, typed, async ({ member }) => {
        const { id } = member;
        await liftAttempts(ctx, id, normalizedEmail(typed));
        const before = await ctx.db.transaction(async (tx) => {
          const [factor] = await tx.select().from(totp).where(eq(totp.memberId, id));
          const by = { proof: { kind: "operator" }, method: "operator", origin: desk, now: ctx.clock.now() } as const;
          await applyEffect(tx, ctx, "sign_in_unlocked", { member, change: {}, ...by });
          const details = { before: { failures: factor?.failures ?? 0 }, after: { failures: 0 } };
          await recordAudit(ctx, tx, operator, { action: "members unlock", subject: id, reason, details });
          return factor?.failures ?? 0;
        });
        ctx.jobs.wakeWorkers();
        return done({ id, wrong_two_factor_codes_before: before });
      }),
  }),

  command({
    name: "members sign-out",
    summary: "Ends every session of a member.",
    changes: { asksNothing: "the member can sign in again" },
    positional: ["email"],
    args: z.object({ email, reason: reasonArgument }),
    run: (ctx, { email: typed, reason }, operator) =>
      ofMember(ctx, typed, async ({ member }) => {
        const { id } = member;
        const ended = await ctx.db.transaction(async (tx) => {
          const by = { proof: { kind: "operator" }, method: "operator", origin: desk, now: ctx.clock.now() } as const;
          const applied = await applyEffect(tx, ctx, "sessions_ended", { member, change: { except: null }, ...by });
          // Nobody was signed in: nothing has changed that the log could tell of.
          if (applied === null || isRefusal(applied)) return 0;
          const sessions = applied.result;
          const details = { before: { sessions }, after: { sessions: 0 } };
          await recordAudit(ctx, tx, operator, { action: "members sign-out", subject: id, reason, details });
          return sessions;
        });
        return done({ id, sessions_ended: ended });
      }),
  }),

  command({
    name: "members resend-code",
    summary: "Resends the email with the newest code. The code is not shown to the operator.",
    changes: { asksNothing: "it goes to the address that requested it" },
    positional: ["email"],
    args: z.object({ email, reason: reasonArgument }),
    run: async (ctx, { email: typed, reason }, operator) => {
      const now = ctx.clock.now();
      const live = and(isNull(emailCode.endedAt), gt(emailCode.expiresAt, now));
      const [code] = await ctx.db.orm
        .select()
        .from(emailCode)
        .where(and(eq(emailCode.email, normalizedEmail(typed)), live))
        .orderBy(desc(emailCode.createdAt))
        .limit(1);
      if (!code) return refused(`"${typed}" has no valid code; a new one can be requested on the site.`);
      const { purpose } = code;
      if (purpose === "withdrawal") {
        return refused("This code confirms a withdrawal: the member can ask for another on its page.");
      }
      const owner = await memberByEmail(ctx.db.orm, typed);
      // A code that was never sent, because it opens nothing, is not sent now.
      const opens = purpose === "bot_check" || (purpose === "reset") === (owner !== undefined);
      if (!opens) return refused("That code was never sent.");
      await ctx.db.transaction(async (tx) => {
        const kind = emailOf[purpose];
        const about = { about: code.id, to: code.email, language: code.language, now };
        await queueAccountEmail(tx, ctx, { kind, cause: "unproven", ...about });
        await recordAudit(ctx, tx, operator, {
          action: "members resend-code",
          subject: code.id,
          reason,
          details: { kind },
        });
      });
      ctx.jobs.wakeWorkers();
      return done({ sent: purpose, to: code.email, good_until: code.expiresAt.toISOString() });
    },
  }),
];

async function ofMember(
  ctx: Context,
  typed: string,
  run: (account: MemberLookup) => Promise<Outcome>,
): Promise<Outcome> {
  const account = await memberByEmail(ctx.db.orm, typed);
  return account ? run(account) : refused(`No member has the email "${typed}".`);
}

/** Every limit on guessing that holds for this member now, also those of single networks. */
async function liftAttempts(ctx: Context, memberId: string, email: string): Promise<void> {
  const networks = await failedNetworks(ctx, memberId, ctx.clock.now());
  await resetAttempts(ctx, [`second-factor:${memberId}`, `own-password:${memberId}`, ...signInKeys(email, networks)]);
}

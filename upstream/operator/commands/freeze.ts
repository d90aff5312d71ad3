import { z } from "zod/v4";
import { queueAccountEmail } from "../../accounts/account-emails.ts";
import { memberByEmail } from "../../accounts/members.ts";
import { recordSecurityEvent } from "../../accounts/security/history.ts";
import type { Context } from "../../context.ts";
import type { Tx } from "../../db/database.ts";
import { holdFrozen } from "../../payouts/hold.ts";
import { freezeAccount } from "../../withdrawals/freeze-account.ts";
import { movementsUnderWay } from "../../withdrawals/stop-withdrawals.ts";
import { reasonArgument } from "../arguments.ts";
import { recordAudit } from "../audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../command.ts";
import { memberEmailArgument } from "./wallets.ts";

const dayMs = 86_400_000;
const mostDays = 365;

const freezing = z.object({
  email: memberEmailArgument,
  days: z.coerce
    .number({ error: "Enter --days as a number." })
    .int("Enter whole days.")
    .min(1, "A freeze lasts a day or longer.")
    .max(mostDays, `A freeze lasts ${mostDays} days at most.`)
    .default(7)
    .describe("how long; a freeze that ends later stays"),
  reason: reasonArgument,
});

export const freezeCommands = [
  command({
    name: "members freeze",
    summary:
      "Freezes a member's withdrawals and payments from wallets, ends all sessions, and stops what has not been sent.",
    changes: { asksNothing: "nothing leaves, and `members unfreeze` ends it" },
    positional: ["email"],
    args: freezing,
    run: freeze,
  }),
];

type Args = z.infer<typeof freezing>;

async function freeze(ctx: Context, args: Args, operator: Operator): Promise<Outcome> {
  const found = await memberByEmail(ctx.db.orm, args.email);
  if (!found) return refused(`No member has the e-mail "${args.email}".`);
  const frozen = await ctx.db.transaction((tx) => freezeMember(ctx, tx, found.member.id, args, operator));
  ctx.jobs.wakeWorkers();
  return frozen === null ? refused("This account has been closed.") : done({ id: found.member.id, ...frozen });
}

/** What was handed over and not sent is held in the same transaction, so that nothing leaves after the answer. */
async function freezeMember(ctx: Context, tx: Tx, memberId: string, { days, reason }: Args, operator: Operator) {
  const now = ctx.clock.now();
  const wanted = new Date(now.getTime() + days * dayMs);
  const frozen = await freezeAccount(tx, ctx, memberId, { reason: "frozen", until: wanted, now });
  if (!frozen) return null;
  const { row, until, sessionsEnded } = frozen;
  const [held, onTheirWay]: [string[], string[]] = [[], []];
  for (const { withdrawal, movement } of await movementsUnderWay(tx, memberId))
    ((await holdFrozen(tx, movement.id, now)) ? held : onTheirWay).push(withdrawal.id);
  const origin = { address: null, network: "operator", client: null };
  const event = { memberId, event: "withdrawals_frozen", method: "operator", origin, now } as const;
  const about = await recordSecurityEvent(tx, ctx, event);
  await queueAccountEmail(tx, ctx, {
    ...{ kind: "withdrawals_frozen", about, to: row.email, language: row.locale, now },
  });
  const cancelled = frozen.stopped.map(({ id }) => id);
  const result = { frozen_until: until.toISOString(), cancelled, held, on_their_way: onTheirWay };
  const before = { frozen_until: row.withdrawalsFrozenUntil?.toISOString() ?? null };
  const details = { before, after: { ...result, sessions: 0 } };
  await recordAudit(ctx, tx, operator, { action: "members freeze", subject: memberId, reason, details });
  return { ...result, sessions_ended: sessionsEnded };
}

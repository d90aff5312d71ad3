import { z } from "zod/v4";
import { memberByEmail } from "../../../accounts/members.ts";
import type { Tx } from "../../../db/database.ts";
import { reasonArgument } from "../../../operator/arguments.ts";
import { recordAudit } from "../../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../../operator/command.ts";
import { memberEmailArgument } from "../../../operator/member-argument.ts";
import type { Context } from "../../../ports/context.ts";
import { beginFreeze } from "../freeze-member.ts";
import { stopOrders } from "../stop-orders.ts";

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
  const account = await memberByEmail(ctx.db.orm, args.email);
  if (!account) return refused(`No member has the email "${args.email}".`);
  const frozen = await ctx.db.transaction((tx) => freezeMember(ctx, tx, account.member.id, args, operator));
  if (frozen === null) return refused("This account has been closed.");
  ctx.jobs.wakeWorkers();
  await stopOrders(ctx, frozen.orders);
  return done({ id: account.member.id, ...frozen });
}

/** What was handed over and not sent is held in the same transaction, so that nothing leaves after the answer. */
async function freezeMember(ctx: Context, tx: Tx, memberId: string, { days, reason }: Args, operator: Operator) {
  const now = ctx.clock.now();
  const origin = { address: null, network: "operator", client: null };
  const begun = await beginFreeze(tx, ctx, { memberId, by: { cause: "operator", days }, origin, now });
  if (begun === null) return null;
  const { frozen, freeze, held, onTheirWay } = begun;
  const { row, until, sessions } = frozen;
  const cancelled = frozen.stopped.map(({ id }) => id);
  const { orders } = freeze.stopped;
  const result = { frozen_until: until.toISOString(), cancelled, held, on_their_way: onTheirWay, orders };
  const before = { frozen_until: row.withdrawalsFrozenUntil?.toISOString() ?? null };
  const details = { before, after: { ...result, sessions: 0 } };
  await recordAudit(ctx, tx, operator, { action: "members freeze", subject: memberId, reason, details });
  return { ...result, sessions_ended: sessions.length, addresses_removed: frozen.addresses.length };
}

import { and, eq } from "drizzle-orm";
import { z } from "zod/v4";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { applyEffect } from "../../accounts/effects/apply-effect.ts";
import { memberByEmail } from "../../accounts/members.ts";
import { inForce } from "../../accounts/security/freeze-in-force.ts";
import type { Orm, Tx } from "../../db/database.ts";
import { accountFreeze, asset, member as memberTable } from "../../db/schema/index.ts";
import { anywayArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import {
  type Command,
  command,
  done,
  type Operator,
  type Outcome,
  refused,
  type ShownRow,
} from "../../operator/command.ts";
import { endMovement } from "../../operator/end-movement.ts";
import { memberEmailArgument } from "../../operator/member-argument.ts";
import { secondLook } from "../../operator/second-look.ts";
import { holdFrozen, letGoOn } from "../../payouts/hold.ts";
import type { Movement } from "../../payouts/movement.ts";
import { queueMovement } from "../../payouts/request-payout.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";
import { clearWithdrawal } from "../clear-withdrawal.ts";
import { isCaught } from "../rules/freeze.ts";
import { movementsUnderWay, stopWithdrawals } from "../stop-withdrawals.ts";
import type { WithdrawalRow } from "../withdrawal-row.ts";
import { beginFreeze } from "./freeze-member.ts";
import { stopOrders } from "./stop-orders.ts";

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

const unfreezing = z.object({
  email: memberEmailArgument,
  let_go: z
    .string()
    .max(2000)
    .transform((text) => [...new Set(text.split(",").map((id) => id.trim()))].filter((id) => id !== ""))
    .optional()
    .describe("withdrawals that are sent all the same, separated by commas; without it all of them are cancelled"),
  reason: reasonArgument,
  anyway: anywayArgument,
});

export const freezeCommands: readonly Command[] = [
  command({
    name: "members freeze",
    summary:
      "Freezes a member's withdrawals and payments from wallets, ends all sessions, and stops what has not been sent.",
    changes: { asksNothing: "nothing leaves, and `members unfreeze` ends it" },
    positional: ["email"],
    args: freezing,
    run: freeze,
  }),
  command({
    name: "members unfreeze",
    summary:
      "Ends the freeze of a member's withdrawals. What was requested before it and is not sent is cancelled, except what --let-go names.",
    changes: { asks: "a withdrawal that the freeze has caught is to be sent all the same" },
    positional: ["email"],
    args: unfreezing,
    run: unfreeze,
  }),
];

type FreezeArgs = z.infer<typeof freezing>;

async function freeze(ctx: Context, args: FreezeArgs, operator: Operator): Promise<Outcome> {
  const account = await memberByEmail(ctx.db.orm, args.email);
  if (!account) return refused(`No member has the email "${args.email}".`);
  const frozen = await ctx.db.transaction((tx) => freezeMember(ctx, tx, account.member.id, args, operator));
  if (frozen === null) return refused("This account has been closed.");
  ctx.jobs.wakeWorkers();
  await stopOrders(ctx, frozen.orders);
  return done({ id: account.member.id, ...frozen });
}

/** What was handed over and not sent is held in the same transaction, so that nothing leaves after the answer. */
async function freezeMember(ctx: Context, tx: Tx, memberId: string, { days, reason }: FreezeArgs, operator: Operator) {
  const now = ctx.clock.now();
  const origin = { address: null, network: "operator", client: null };
  const begun = await beginFreeze(tx, ctx, { memberId, by: { cause: "operator", days }, origin, now });
  if (isRefusal(begun)) return null;
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

type UnfreezeArgs = z.infer<typeof unfreezing>;
type Caught = { withdrawal: WithdrawalRow; movement: Movement };
/** `cancel`: held at the payout guard, and still to be ended there. */
type Unfrozen = { until: Date; ended: WithdrawalRow[]; cancel: Caught[]; goOn: Caught[]; onTheirWay: Caught[] };

async function unfreeze(ctx: Context, args: UnfreezeArgs, operator: Operator): Promise<Outcome> {
  const account = await memberByEmail(ctx.db.orm, args.email);
  if (!account) return refused(`No member has the email "${args.email}".`);
  const memberId = account.member.id;
  const unfrozen = await ctx.db.transaction((tx) => endFreeze(ctx, tx, memberId, args, operator));
  ctx.jobs.wakeWorkers();
  if (typeof unfrozen === "string") return refused(unfrozen);
  const rows: ShownRow[] = [];
  for (const row of unfrozen.ended) rows.push(await resultRow(ctx, row, "cancelled, everything is given back"));
  for (const { withdrawal: row, movement } of unfrozen.cancel) {
    const objection = await endMovement(ctx, movement.id, args.reason, operator);
    const result = objection === null ? "cancelled, everything is given back" : `stays held: ${objection}`;
    rows.push(await resultRow(ctx, row, result));
  }
  for (const { withdrawal: row } of unfrozen.goOn)
    rows.push(await resultRow(ctx, row, "goes on through the payout guard"));
  for (const { withdrawal: row } of unfrozen.onTheirWay) rows.push(await resultRow(ctx, row, "was being sent already"));
  return done({ id: memberId, was_frozen_until: unfrozen.until.toISOString(), withdrawals: rows });
}

/**
 * In one transaction, so that nothing leaves in between: ends what is not handed over, holds what is and is not sent, and
 * opens withdrawals again. Returns why not, where it cannot be.
 */
async function endFreeze(
  ctx: Context,
  tx: Tx,
  memberId: string,
  { let_go: named = [], reason, anyway }: UnfreezeArgs,
  operator: Operator,
): Promise<Unfrozen | string> {
  const now = ctx.clock.now();
  const [row] = await tx.select().from(memberTable).where(eq(memberTable.id, memberId)).for("no key update");
  const until = row?.withdrawalsFrozenUntil ?? null;
  if (!row || until === null || until <= now) return "This member's withdrawals are not frozen.";
  const caught = (await movementsUnderWay(tx, memberId)).filter(({ withdrawal }) => isCaught(withdrawal, until));
  const [held, onTheirWay]: [Caught[], Caught[]] = [[], []];
  for (const payout of caught) ((await holdFrozen(tx, payout.movement.id, now)) ? held : onTheirWay).push(payout);
  const goOn = held.filter(({ withdrawal }) => named.includes(withdrawal.id));
  const unknown = named.filter((id) => !goOn.some(({ withdrawal }) => withdrawal.id === id));
  if (unknown.length > 0)
    return `${unknown.join(", ")}: no withdrawal of this member that the freeze holds at the payout guard. Only those can go on; the member requests others again.`;
  const concerns = await Promise.all(goOn.map(({ withdrawal }) => concernOf(tx, withdrawal)));
  const override = secondLook(anyway, concerns);
  const ended = await stopWithdrawals(tx, ctx, memberId, "frozen", now);
  for (const payout of goOn) await letGo(ctx, tx, payout, now);
  await tx
    .update(accountFreeze)
    .set({ endedAt: now })
    .where(and(eq(accountFreeze.memberId, memberId), inForce(now)));
  const origin = { address: null, network: "operator", client: null };
  const proof = { kind: "operator" } as const;
  const request = { member: row, proof, change: {}, method: "operator", origin, now } as const;
  await applyEffect(tx, ctx, "withdrawals_unfrozen", request);
  const cancel = held.filter((payout) => !goOn.includes(payout));
  const ids = (rows: readonly Caught[]) => rows.map(({ withdrawal }) => withdrawal.id);
  const details = {
    before: { frozen_until: until.toISOString() },
    after: { frozen_until: null },
    cancelled: [...ended.map(({ id }) => id), ...ids(cancel)],
    let_go: ids(goOn),
    ...override,
  };
  const makerFacts = [{ kind: "freeze_lifted", about: "member", id: memberId } as const];
  await recordAudit(ctx, tx, operator, { action: "members unfreeze", subject: memberId, reason, details, makerFacts });
  return { until, ended, cancel, goOn, onTheirWay };
}

/** What is held for another reason than the freeze stays held for that. */
async function letGo(ctx: Context, tx: Tx, { withdrawal: row, movement }: Caught, now: Date): Promise<void> {
  await clearWithdrawal(tx, row.id, now);
  const isHeldForOther = movement.state === "held" && movement.why !== "frozen";
  if (isHeldForOther) return;
  await letGoOn(tx, movement, null, now);
  await queueMovement(ctx, tx, movement);
}

async function concernOf(tx: Tx, row: WithdrawalRow): Promise<string> {
  const at = row.createdAt.toISOString();
  return `${await amountOf(tx, row)} of ${row.id}, requested at ${at} before the freeze, would be sent to ${row.account}.`;
}

async function resultRow(ctx: Context, row: WithdrawalRow, result: string): Promise<ShownRow> {
  const requested = row.createdAt.toISOString();
  return { id: row.id, amount: await amountOf(ctx.db.orm, row), to: row.account, requested, result };
}

async function amountOf(reader: Pick<Orm, "select">, row: WithdrawalRow): Promise<string> {
  const [assetRow] = await reader.select().from(asset).where(eq(asset.id, row.asset));
  return `${formatDecimal(row.amount, assetRow?.decimals ?? 0)} ${row.asset}`;
}

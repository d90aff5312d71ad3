import { and, asc, desc, eq, inArray } from "drizzle-orm";
import { z } from "zod/v4";
import { type WithdrawalStatus, withdrawalStatuses } from "../../contract/balance/withdrawal-lists.ts";
import { formatDecimal } from "../../contract/values/decimal.ts";
import { memberByEmail } from "../accounts/members.ts";
import { asset, outgoing } from "../db/schema/index.ts";
import { withdrawal } from "../db/schema/withdrawals.ts";
import { limitArgument, reasonArgument } from "../operator/arguments.ts";
import { recordAudit } from "../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused, type ShownRow } from "../operator/command.ts";
import { selectMovements } from "../payouts/movement.ts";
import { movementsOf, waitsFor } from "../payouts/owner-waits.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal } from "../shared/rules/refusal.ts";
import { applyWithdrawalEvent } from "./apply-withdrawal-event.ts";
import { blockOf } from "./obstacle.ts";
import { isEndedWithdrawal } from "./rules/decide-withdrawal.ts";
import { lockWithdrawal, type WithdrawalRow } from "./withdrawal-row.ts";

const idArgument = z
  .string({ error: "Enter the withdrawal." })
  .trim()
  .max(64)
  .describe("withdrawal, as in `withdrawals list`");
export const openWithdrawals = withdrawalStatuses.filter((status) => !isEndedWithdrawal(status));

export const withdrawalCommands = [
  command({
    name: "withdrawals list",
    summary: "Withdrawals of members that are not over yet, the oldest first, and until when each waits.",
    args: z.object({
      status: z.enum(withdrawalStatuses).optional().describe("only this status; without it all that are not over"),
      email: z.string().trim().max(254).optional().describe("only of the member with this email, ended ones too"),
      limit: limitArgument,
    }),
    async run(ctx, { status, email, limit }) {
      const of = email === undefined ? undefined : await memberByEmail(ctx.db.orm, email);
      if (email !== undefined && !of) return refused(`No member has the email "${email}".`);
      const all = of ? withdrawalStatuses : openWithdrawals;
      return done(await withdrawalRows(ctx, status ? [status] : all, limit, of?.member.id));
    },
  }),
  command({
    name: "withdrawals show",
    summary: "One withdrawal: where it goes, its times, its payout, and what keeps it from leaving.",
    positional: ["id"],
    args: z.object({ id: idArgument }),
    async run(ctx, { id }) {
      const [row] = await ctx.db.orm.select().from(withdrawal).where(eq(withdrawal.id, id));
      return row ? done(await details(ctx, row)) : refused(`There is no withdrawal ${id}.`);
    },
  }),
  command({
    name: "withdrawals reject",
    summary: "Ends a withdrawal that is not being sent yet; the member gets everything back, and an email.",
    changes: { asksNothing: "nothing was sent, and the money is the member's again" },
    positional: ["id"],
    args: z.object({ id: idArgument, reason: reasonArgument }),
    run: (ctx, { id, reason }, operator) => reject(ctx, id, reason, operator),
  }),
];

/** Withdrawals in these statuses, the oldest first; of one member the newest first. */
export async function withdrawalRows(
  ctx: Context,
  statuses: readonly WithdrawalStatus[],
  limit: number,
  memberId?: string,
): Promise<ShownRow[]> {
  const { createdAt, id, status } = withdrawal;
  const ofMember = memberId === undefined ? undefined : eq(withdrawal.memberId, memberId);
  const rows = await ctx.db.orm
    .select()
    .from(withdrawal)
    .where(and(inArray(status, [...statuses]), ofMember))
    .orderBy(...(ofMember ? [desc(createdAt), desc(id)] : [asc(createdAt), asc(id)]))
    .limit(limit);
  return Promise.all(rows.map((row) => withdrawalDetails(ctx, row)));
}

async function withdrawalDetails(ctx: Context, row: WithdrawalRow): Promise<ShownRow> {
  const { id, memberId, status, reason, amount, createdAt, confirmBy, usableAt } = row;
  const movement = (await movementsOf(ctx.db.orm, [row], ctx.clock.now())).get(id);
  const [assetRow] = await ctx.db.orm.select().from(asset).where(eq(asset.id, row.asset));
  const waits = status === "confirm_pending" ? confirmBy : status === "cooling_off" ? usableAt : null;
  return {
    ...{ id, member: memberId, status, reason },
    amount: `${formatDecimal(amount, assetRow?.decimals ?? 0)} ${row.asset}`,
    requested: createdAt.toISOString(),
    waits_for: waitsFor(row, movement ?? null),
    waits_until: waits?.toISOString() ?? null,
  };
}

async function details(ctx: Context, row: WithdrawalRow): Promise<ShownRow> {
  const [movement] = await selectMovements(ctx.db.orm).where(eq(outgoing.withdrawalId, row.id));
  const block = row.memberId === null ? undefined : await blockOf(ctx.db.orm, row.memberId, ctx.clock.now());
  return {
    ...(await withdrawalDetails(ctx, row)),
    account: row.account,
    memo: row.memo,
    worth_usd: formatDecimal(row.worthUsd, 2),
    confirmed_with: row.confirmWith,
    confirmed: row.confirmedAt?.toISOString() ?? null,
    approved: row.approvedAt?.toISOString() ?? null,
    ended: row.endedAt?.toISOString() ?? null,
    member_blocked: block?.refused ?? null,
    payout: movement?.id ?? null,
    payout_state: movement?.state ?? null,
    tx: movement?.railTxId ?? null,
  };
}

async function reject(ctx: Context, id: string, reason: string, operator: Operator): Promise<Outcome> {
  const outcome = await ctx.db.transaction(async (tx) => {
    const row = await lockWithdrawal(tx, id);
    if (!row) return refused(`There is no withdrawal ${id}.`);
    const applied = await applyWithdrawalEvent(tx, ctx, row, { name: "rejected", reason: "by_team" }, ctx.clock.now());
    if (isRefusal(applied)) {
      const way = row.status === "processing" ? " End its payout with `payouts void`, if it was not sent." : "";
      return refused(`The withdrawal ${id} is ${row.status} and cannot be rejected.${way}`);
    }
    const details = { before: row.status, after: "rejected", member: row.memberId };
    await recordAudit(ctx, tx, operator, { action: "withdrawal_rejected", subject: id, reason, details });
    return done(`The withdrawal ${id} is rejected, and everything is given back.`);
  });
  ctx.jobs.wakeWorkers();
  return outcome;
}

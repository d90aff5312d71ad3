import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { depositStatuses } from "../../../contract/balance/balance-lists.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { asset, deposit } from "../../db/schema/index.ts";
import { anywayArgument, limitArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../operator/command.ts";
import { amountConcern } from "../../operator/concerns/amount-concern.ts";
import { lockMovedToday, movedToday } from "../../operator/concerns/moved-today.ts";
import { memberEmailArgument, ofMember } from "../../operator/member-argument.ts";
import { depositRows } from "../../operator/reports/unclaimed-deposits.ts";
import { secondLook } from "../../operator/second-look.ts";
import type { Context } from "../../ports/context.ts";
import { assignDeposit } from "../assign-deposit.ts";

const assignment = z.object({
  id: z.string({ error: "Enter the deposit." }).trim().max(64).describe("deposit, as in `deposits list`"),
  email: memberEmailArgument,
  reason: reasonArgument,
  anyway: anywayArgument,
});

export const depositCommands = [
  command({
    name: "deposits list",
    summary: "Deposits that no wallet has: of another asset, below the minimum, or of an account that is closed.",
    args: z.object({
      status: z.enum(depositStatuses).optional().describe("only this status; without it unclaimed and collecting"),
      limit: limitArgument,
    }),
    run: async (ctx, { status, limit }) =>
      done(await depositRows(ctx, status ? [status] : ["unclaimed", "collecting"], limit)),
  }),
  command({
    name: "deposits assign",
    summary: "Credits a deposit that no wallet has to a member's wallet for its asset.",
    changes: { asks: "it came to another member's address, or is beyond the correction band" },
    positional: ["id", "email"],
    args: assignment,
    run: (ctx, args, operator) => ofMember(ctx, args.email, (member) => assign(ctx, member, args, operator)),
  }),
];

async function assign(
  ctx: Context,
  memberId: string,
  { id, reason, anyway }: z.infer<typeof assignment>,
  operator: Operator,
): Promise<Outcome> {
  const [depositRow] = await ctx.db.orm
    .select({ row: deposit, decimals: asset.decimals })
    .from(deposit)
    .innerJoin(asset, eq(asset.id, deposit.asset))
    .where(eq(deposit.id, id));
  if (!depositRow) return refused(`There is no deposit ${id}.`);
  const { row, decimals } = depositRow;
  const amount = formatDecimal(row.amount, decimals);
  const outcome = await ctx.db.transaction(async (tx) => {
    await lockMovedToday(tx, row.asset);
    const assigned = await assignDeposit(tx, row, memberId, ctx.clock.now());
    if (assigned === "no_wallet") return refused(`This member has no wallet for ${row.asset}.`);
    if (assigned === "not_waiting") return refused(`The deposit ${id} is not one that waits for a wallet.`);
    const isAnothers = row.memberId !== memberId;
    const ofAnother = isAnothers
      ? `The deposit ${id} came to an address of ${row.memberId ?? "an erased member"}.`
      : null;
    const same = { asset: row.asset, decimals, actions: ["adjustment", "deposit_assigned"] };
    const earlier = await movedToday(tx, same, ctx.clock.now());
    const sum = { asset: row.asset, decimals, amount: row.amount, earlier };
    const tooMuch = await amountConcern(ctx, tx, sum, "correction");
    const override = secondLook(anyway, [ofAnother, tooMuch]);
    const before = { status: row.status, member: row.memberId };
    const details = { before, after: { status: "credited", member: memberId }, asset: row.asset, amount, ...override };
    const makerFacts = [{ kind: "deposit_assigned", about: "member", id: memberId } as const];
    await recordAudit(ctx, tx, operator, { action: "deposit_assigned", subject: id, reason, details, makerFacts });
    return done(`${amount} ${row.asset} are in the member's wallet.`);
  });
  return outcome;
}

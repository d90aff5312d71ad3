import { and, asc, eq } from "drizzle-orm";
import { z } from "zod/v4";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Tx } from "../../db/database.ts";
import { affiliatePayout, asset as assetTable, member, partner } from "../../db/schema/index.ts";
import { reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused, type ShownRow } from "../../operator/command.ts";
import { memberEmailArgument } from "../../operator/member-argument.ts";
import type { Context } from "../../ports/context.ts";
import { approvePayout, refusePayout, type Undecidable } from "../decide-payout.ts";
import type { PayoutRow } from "../review-payout.ts";
import { ofPartner } from "./partner-of.ts";

/** Payouts of rewards that wait for the operator: above AFFILIATE_REVIEW_ABOVE, or after a fraud flag. */
export const partnerPayoutCommands = [
  command({
    name: "partners approve-payout",
    summary: "Pays the partner's waiting rewards into the wallet; the partner gets an email.",
    changes: { asksNothing: "it is the second look itself" },
    positional: ["email"],
    args: z.object({ email: memberEmailArgument, reason: reasonArgument }),
    run: (ctx, { email, reason }, operator) =>
      ofPartner(ctx, email, ({ id }) =>
        decide(ctx, { partnerId: id, reason, operator, word: "approved" }, (tx) =>
          approvePayout(tx, ctx, id, ctx.clock.now()),
        ),
      ),
  }),
  command({
    name: "partners refuse-payout",
    summary:
      "Gives the partner's waiting payout back to the rewards; the partner reads the reason, on the page and by email.",
    changes: { asksNothing: "no money leaves, and the partner can ask again" },
    positional: ["email"],
    args: z.object({
      email: memberEmailArgument,
      reason: reasonArgument.describe("reason, for the partner to read: in the partner's language"),
    }),
    run: (ctx, { email, reason }, operator) =>
      ofPartner(ctx, email, ({ id }) =>
        decide(ctx, { partnerId: id, reason, operator, word: "refused" }, (tx) =>
          refusePayout(tx, ctx, { partnerId: id, reason }, ctx.clock.now()),
        ),
      ),
  }),
];

type Decision = { partnerId: string; reason: string; operator: Operator; word: "approved" | "refused" };

async function decide(
  ctx: Context,
  { partnerId, reason, operator, word }: Decision,
  run: (tx: Tx) => Promise<PayoutRow | Undecidable>,
): Promise<Outcome> {
  const outcome = await ctx.db.transaction(async (tx) => {
    const row = await run(tx);
    if ("undecidable" in row) return refused(whyNot[row.undecidable]);
    const amount = await amountOf(tx, row);
    const details = { before: "waiting", after: row.state, amount, review: row.review, partner: partnerId };
    await recordAudit(ctx, tx, operator, { action: `partners payout ${word}`, subject: row.id, reason, details });
    return done(`The payout of ${amount} is ${word}.`);
  });
  ctx.jobs.wakeWorkers();
  return outcome;
}

const whyNot: Record<Undecidable["undecidable"], string> = {
  none: "No payout of this partner waits.",
  paused: "This partner is paused, so nothing is paid out. Resume the partner, or refuse the payout.",
  closed: "The partner's wallet is closed. Refuse the payout.",
  debt: "A reward of this partner was taken back since. Refuse the payout: the debt is repaid from it, and the rest can be paid out again.",
};

/** Payouts that wait for the operator, the oldest first; of one partner, or of all. */
export async function waitingPayoutRows({ db }: Context, limit: number, partnerId?: string): Promise<ShownRow[]> {
  const rows = await db.orm
    .select({ row: affiliatePayout, email: member.email, decimals: assetTable.decimals })
    .from(affiliatePayout)
    .innerJoin(partner, eq(partner.id, affiliatePayout.partnerId))
    .innerJoin(assetTable, eq(assetTable.id, affiliatePayout.asset))
    .leftJoin(member, eq(member.id, partner.memberId))
    .where(
      and(
        eq(affiliatePayout.state, "waiting"),
        partnerId === undefined ? undefined : eq(affiliatePayout.partnerId, partnerId),
      ),
    )
    .orderBy(asc(affiliatePayout.createdAt), asc(affiliatePayout.id))
    .limit(limit);
  return rows.map(({ row, email, decimals }) => ({
    id: row.id,
    email,
    amount: `${formatDecimal(row.amount, decimals)} ${row.asset}`,
    because: row.review,
    since: row.createdAt.toISOString(),
  }));
}

async function amountOf(tx: Tx, { amount, asset }: PayoutRow): Promise<string> {
  const [of] = await tx.select().from(assetTable).where(eq(assetTable.id, asset));
  return `${formatDecimal(amount, of?.decimals ?? 0)} ${asset}`;
}

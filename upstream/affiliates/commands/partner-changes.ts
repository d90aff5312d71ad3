import { and, eq, isNull, ne, or } from "drizzle-orm";
import { z } from "zod/v4";
import { asset as assetTable, order, partner, referral, reward } from "../../db/schema/index.ts";
import { BookingRefused, book } from "../../ledger/book.ts";
import { anywayArgument, reasonArgument, refArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../operator/command.ts";
import { amountConcern } from "../../operator/concerns/amount-concern.ts";
import { memberEmailArgument } from "../../operator/member-argument.ts";
import { secondLook } from "../../operator/second-look.ts";
import { nothingToChange } from "../../operator/settings-entry.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal } from "../../shared/rules/refusal.ts";
import { endRewards } from "../end-rewards.ts";
import { mostOfFirstLevel } from "../rules/affiliate-policy.ts";
import { bpsText, ofPartner } from "./partner-of.ts";

const rateArguments = z.object({
  email: memberEmailArgument,
  percent: z
    .string({ error: "Enter a percentage, or tier." })
    .regex(/^(tier|\d{1,3}(\.\d{1,2})?)$/, "Enter a percentage of our profit like 22.5, or tier.")
    .describe("percent of our profit, or `tier` for the one of the partner's tier"),
  reason: reasonArgument,
  anyway: anywayArgument,
});

const seenArgument = z
  .string({ error: "Say in --seen what was seen." })
  .trim()
  .min(10, "Say what was seen: which account, address or payment two sides share.")
  .max(500, "This is too long.")
  .describe("what was seen: which account, address or payment two sides share");

/** What the operator changes about partners. Each is in the audit log with its reason. */
export const partnerChangeCommands = [
  command({
    name: "partners rate",
    summary: "Agrees a percentage with a partner for orders completed from now on, or returns to the tier's.",
    changes: { asks: "the percentage is above that of the highest tier" },
    positional: ["email", "percent"],
    args: rateArguments,
    run: (ctx, args, operator) => ofPartner(ctx, args.email, ({ id }) => setRate(ctx, id, args, operator)),
  }),
  command({
    name: "partners pause",
    summary: "Orders placed or completed from now on do not count for a partner, and nothing is paid out.",
    changes: { asksNothing: "rewards of orders that have counted stay, and it can be resumed" },
    positional: ["email"],
    args: z.object({
      email: memberEmailArgument,
      reason: reasonArgument.describe("reason, for the partner to read: in the partner's language"),
    }),
    run: (ctx, { email, reason }, operator) =>
      ofPartner(ctx, email, ({ id }) =>
        setStatus(ctx, id, { status: "paused", pausedReason: reason }, reason, operator),
      ),
  }),
  command({
    name: "partners resume",
    summary: "Orders count for a paused partner again, and rewards can be paid out.",
    changes: { asksNothing: "it moves nothing" },
    positional: ["email"],
    args: z.object({ email: memberEmailArgument, reason: reasonArgument }),
    run: (ctx, { email, reason }, operator) =>
      ofPartner(ctx, email, ({ id }) => setStatus(ctx, id, { status: "active", pausedReason: null }, reason, operator)),
  }),
  command({
    name: "partners flag",
    summary: "Marks an order as fraud of its partner: its rewards are void, or taken back as far as they are there.",
    changes: { asks: "the rewards are beyond the correction band" },
    positional: ["ref"],
    args: z.object({ ref: refArgument, seen: seenArgument, reason: reasonArgument, anyway: anywayArgument }),
    run: flagOrder,
  }),
];

async function setRate(
  ctx: Context,
  id: string,
  { percent, reason, anyway }: z.infer<typeof rateArguments>,
  operator: Operator,
): Promise<Outcome> {
  const rateBps = percent === "tier" ? null : Math.round(Number(percent) * 100);
  const most = mostOfFirstLevel(ctx.env.AFFILIATE_TIERS);
  if (rateBps !== null && (rateBps < 1 || rateBps > most))
    return refused(`Enter a percentage from 0.01 to ${bpsText(most)}: the rest may be the second level's.`);
  const highest = Math.max(...ctx.env.AFFILIATE_TIERS.map((tier) => tier.rateBps));
  const concern =
    rateBps !== null && rateBps > highest
      ? `${bpsText(rateBps)} % of our profit is above the ${bpsText(highest)} % of the highest tier.`
      : null;
  return ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(partner).where(eq(partner.id, id)).for("no key update");
    if (before?.rateBps === rateBps) return done(nothingToChange);
    const override = secondLook(anyway, [concern]);
    await tx.update(partner).set({ rateBps }).where(eq(partner.id, id));
    const details = { before: { rate_bps: before?.rateBps ?? null }, after: { rate_bps: rateBps }, ...override };
    const makerFacts = [{ kind: "partner_rate", about: "partner", id } as const];
    await recordAudit(ctx, tx, operator, { action: "partners rate", subject: id, reason, details, makerFacts });
    const earlier = typeof before?.rateBps === "number" ? `${bpsText(before.rateBps)} %` : "that of the tier";
    const text = rateBps === null ? "The partner's tier decides" : `The partner gets ${bpsText(rateBps)} %`;
    return done(`${text}; before: ${earlier}.`);
  });
}

async function setStatus(
  ctx: Context,
  id: string,
  to: { status: "active" | "paused"; pausedReason: string | null },
  reason: string,
  operator: Operator,
): Promise<Outcome> {
  return ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(partner).where(eq(partner.id, id)).for("no key update");
    if (before?.status === to.status) return refused(`This partner is ${to.status} already.`);
    await tx.update(partner).set(to).where(eq(partner.id, id));
    const details = { before: { status: before?.status ?? null }, after: { status: to.status } };
    await recordAudit(ctx, tx, operator, { action: `partners ${to.status}`, subject: id, reason, details });
    return done(`The partner is ${to.status}.`);
  });
}

type Flag = { ref: string; seen: string; reason: string; anyway?: "yes" | undefined };

async function flagOrder(ctx: Context, { ref, seen, reason, anyway }: Flag, operator: Operator): Promise<Outcome> {
  const outcome = await ctx.db.transaction(async (tx) => {
    const [of] = await tx.select().from(order).where(eq(order.ref, ref)).for("no key update");
    const now = ctx.clock.now();
    const isTheirs = and(
      eq(referral.orderRef, ref),
      or(isNull(referral.reason), ne(referral.reason, "other_partner_first")),
    );
    const [orderReferral] = await tx.select().from(referral).where(isTheirs);
    if (!of || !orderReferral) return refused("This order came to no partner.");
    if (orderReferral.reason === "fraud") return refused("This order is marked as fraud already.");
    // A payout at this moment waits for this, and then for the operator.
    await tx.select().from(partner).where(eq(partner.id, orderReferral.partnerId)).for("no key update");
    const rewards = await tx
      .select({ amount: reward.amount, asset: assetTable.id, decimals: assetTable.decimals })
      .from(reward)
      .innerJoin(assetTable, eq(assetTable.id, reward.asset))
      .where(eq(reward.orderRef, ref));
    const concerns = await Promise.all(rewards.map((row) => amountConcern(ctx, tx, row, "correction")));
    const override = secondLook(anyway, concerns);
    const bookings = await endRewards(tx, of, "fraud", now);
    const booked = await book(tx, bookings, now);
    if (isRefusal(booked)) throw new BookingRefused(booked);
    await tx.update(referral).set({ reason: "fraud", flaggedAt: now }).where(eq(referral.id, orderReferral.id));
    const before = { reason: orderReferral.reason, rewards: rewards.length };
    const details = { before, after: { reason: "fraud" }, seen, partner: orderReferral.partnerId, ...override };
    await recordAudit(ctx, tx, operator, { action: "partners flag", subject: ref, reason, details });
    return done(`The order ${ref} does not count; ${rewards.length} of its rewards were ended.`);
  });
  ctx.market.changed();
  return outcome;
}

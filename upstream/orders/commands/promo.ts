import { asc, count, eq } from "drizzle-orm";
import { z } from "zod/v4";
import { shownRef } from "../../../contract/order/order-number.ts";
import { member, order, partner, promo, promoUse } from "../../db/schema/index.ts";
import { promoCode } from "../../market/rules/promo.ts";
import { limitArgument, reasonArgument, sinceArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, refused } from "../../operator/command.ts";
import { promoReport } from "../../operator/reports/promo-codes.ts";
import { addPromo, newPromo } from "./promo-add.ts";

const codeArgument = z.string({ error: "Enter the code." }).transform(promoCode).describe("as in `promo list`");

export const promoCommands = [
  command({
    name: "promo list",
    summary: "Promo codes with their uses and uses left.",
    args: z.object({ limit: limitArgument }),
    run: async (ctx, { limit }) => {
      const rows = await ctx.db.orm
        .select({ row: promo, partner: member.email, used: count(promoUse.orderRef) })
        .from(promo)
        .leftJoin(promoUse, eq(promoUse.code, promo.code))
        .leftJoin(partner, eq(partner.id, promo.partnerId))
        .leftJoin(member, eq(member.id, partner.memberId))
        .groupBy(promo.code, member.email)
        .orderBy(asc(promo.code))
        .limit(limit);
      return done(rows.map(({ row, partner: email, used }) => shownPromo(row, email, used)));
    },
  }),
  command({
    name: "promo show",
    summary: "One promo code and the orders that use it.",
    positional: ["code"],
    args: z.object({ code: codeArgument, limit: limitArgument }),
    run: async (ctx, { code, limit }) => {
      const [promoRow] = await ctx.db.orm
        .select({ row: promo, email: member.email })
        .from(promo)
        .leftJoin(partner, eq(partner.id, promo.partnerId))
        .leftJoin(member, eq(member.id, partner.memberId))
        .where(eq(promo.code, code));
      if (!promoRow) return refused(`Unknown code: ${code}.`);
      const uses = await ctx.db.orm
        .select({ ref: order.ref, status: order.status, pair: order.pairId, at: promoUse.at })
        .from(promoUse)
        .innerJoin(order, eq(order.ref, promoUse.orderRef))
        .where(eq(promoUse.code, code))
        .orderBy(asc(promoUse.at))
        .limit(limit);
      const orders = uses.map((use) => ({ ...use, ref: shownRef(use.ref), at: use.at.toISOString() }));
      return done({ ...shownPromo(promoRow.row, promoRow.email, uses.length), orders });
    },
  }),
  command({
    name: "promo report",
    connects: true,
    summary: "What each promo code cost and brought: orders, first exchanges, turnover, and our fees, by payout asset.",
    args: z.object({ since: sinceArgument }),
    run: async (ctx, { since }) => done(await promoReport(ctx, since)),
  }),
  command({
    name: "promo add",
    summary: "Creates a promo code.",
    changes: {
      asks: "the code adds more than the promo band, pays more than the exchange is worth, or has no limit of uses or one that can cost more than the band of what our rails hold",
    },
    positional: ["code"],
    args: newPromo,
    run: addPromo,
  }),
  command({
    name: "promo stop",
    summary: "Stops a promo code immediately. Orders and quotes that have it keep it.",
    changes: { asksNothing: "orders that have the code keep it" },
    positional: ["code"],
    args: z.object({ code: codeArgument, reason: reasonArgument }),
    run: async (ctx, { code, reason }, operator) => {
      const now = ctx.clock.now();
      const result = await ctx.db.transaction(async (tx) => {
        const [row] = await tx.select().from(promo).where(eq(promo.code, code)).for("no key update");
        if (!row) return "unknown";
        if (row.stoppedAt) return "stopped";
        await tx.update(promo).set({ stoppedAt: now }).where(eq(promo.code, code));
        const details = { before: { stopped_at: null }, after: { stopped_at: now.toISOString() } };
        await recordAudit(ctx, tx, operator, { action: "promo_stopped", subject: code, reason, details });
        return "done";
      });
      if (result === "unknown") return refused(`Unknown code: ${code}.`);
      return result === "done"
        ? done(`Promo code ${code} is stopped.`)
        : refused(`Promo code ${code} is already stopped.`);
    },
  }),
];

function shownPromo(row: typeof promo.$inferSelect, partnerEmail: string | null, used: number) {
  return {
    code: row.code,
    kind: row.kind,
    value: row.value,
    partner: partnerEmail,
    pairs: row.pairs.join(",") || "all",
    min_from: row.minFrom,
    used,
    uses_left: row.usesLeft ?? "unlimited",
    per_email: row.usesPerEmail ?? "unlimited",
    new_users_only: row.newUsersOnly,
    starts_at: row.startsAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    stopped_at: row.stoppedAt?.toISOString() ?? null,
  };
}

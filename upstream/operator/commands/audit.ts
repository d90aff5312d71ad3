import { and, desc, eq, gte } from "drizzle-orm";
import { z } from "zod/v4";
import { parseRef } from "../../../contract/order/order-number.ts";
import { audit } from "../../db/schema/index.ts";
import { limitArgument, sinceArgument } from "../arguments.ts";
import { command, done } from "../command.ts";

export const auditCommands = [
  command({
    name: "audit list",
    summary: "What operators changed, newest first: who, what, why, before and after.",
    args: z.object({
      actor: z.string().optional().describe("only by this operator"),
      action: z.string().optional().describe("only this action, operator_refund"),
      subject: z.string().optional().describe("only this order, pair, asset or code"),
      since: sinceArgument,
      limit: limitArgument,
    }),
    async run(ctx, { actor, action, subject, since, limit }) {
      const rows = await ctx.db.orm
        .select()
        .from(audit)
        .where(
          and(
            actor ? eq(audit.actor, actor) : undefined,
            action ? eq(audit.action, action) : undefined,
            subject ? eq(audit.subject, parseRef(subject) ?? subject) : undefined,
            since && gte(audit.at, since),
          ),
        )
        .orderBy(desc(audit.at), desc(audit.id))
        .limit(limit);
      return done(
        rows.map((row) => ({
          at: row.at.toISOString(),
          actor: row.actor,
          action: row.action,
          subject: row.subject,
          reason: row.reason,
          details: JSON.stringify(row.details),
        })),
      );
    },
  }),
];

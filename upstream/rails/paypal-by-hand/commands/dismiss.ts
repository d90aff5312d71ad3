import { and, gte, inArray, lte } from "drizzle-orm";
import { z } from "zod/v4";
import { paypalNotice } from "../../../db/schema/index.ts";
import { reasonArgument } from "../../../operator/arguments.ts";
import { recordAudit } from "../../../operator/audit.ts";
import { command, done, type Operator, type Outcome, refused } from "../../../operator/command.ts";
import type { Context } from "../../../ports/context.ts";
import { type NoticeRow, readableNotice } from "../notices/notice-store.ts";
import { noticeName } from "./notice-rows.ts";

const rangeForm = "Enter an email as in N7, or several as in N7-N30.";

const range = z
  .string({ error: rangeForm })
  .trim()
  .toUpperCase()
  .regex(/^N[1-9]\d{0,8}(-N[1-9]\d{0,8})?$/, rangeForm)
  .transform((text) => {
    const [first = 0, last = first] = text.split("-").map((name) => Number(name.slice(1)));
    return { first, last };
  })
  .describe("email, as in `tasks proposals`: N7, or N7-N30 for all between");

export const taskDismissCommands = [
  command({
    name: "tasks dismiss",
    summary:
      "Marks emails of the mailbox as not needed: forged ones, unrelated mail, and what was handled in another way. PayPal's report is compared all the same.",
    changes: { asksNothing: "an email proves nothing, and no money moves" },
    positional: ["emails"],
    args: z.object({ emails: range, reason: reasonArgument }),
    run: (ctx, { emails, reason }, operator) => dismiss(ctx, emails, reason, operator),
  }),
];

function dismiss(
  ctx: Context,
  { first, last }: { first: number; last: number },
  reason: string,
  operator: Operator,
): Promise<Outcome> {
  return ctx.db.transaction(async (tx) => {
    const rows = await tx
      .update(paypalNotice)
      .set({ state: "dismissed", task: null, proposes: null, endedAt: ctx.clock.now(), dismissedBy: operator.name })
      .where(
        and(
          inArray(paypalNotice.state, ["open", "entered"]),
          gte(paypalNotice.number, first),
          lte(paypalNotice.number, last),
        ),
      )
      .returning();
    if (rows.length === 0) return refused("None of these emails waits: see `tasks proposals`.");
    rows.sort((a, b) => a.number - b.number);
    const details = { after: "dismissed", emails: rows.map(named) };
    const subject = first === last ? noticeName(first) : `${noticeName(first)}-${noticeName(last)}`;
    await recordAudit(ctx, tx, operator, { action: "paypal_notices_dismissed", subject, reason, details });
    return done(`${rows.length} dismissed: ${rows.map(({ number }) => noticeName(number)).join(", ")}.`);
  });
}

/** Its text in the audit log, without the customer's account. */
function named(row: NoticeRow): string {
  const notice = readableNotice(row);
  return notice ? `${noticeName(row.number)}: ${notice.kind} ${notice.tx}` : noticeName(row.number);
}

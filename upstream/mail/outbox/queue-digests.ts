import { and, eq, gt, isNotNull, lte, min, notExists } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { emailMessage } from "../../db/schema/service.ts";
import type { Context } from "../../ports/context.ts";
import { allowanceMs } from "./allowance.ts";
import { queueEmail } from "./queue-email.ts";

/** The job kind of digests. */
export const digestJob = "digest";

/** So long more is collected after the first held email of a mailbox. */
const collectMs = 3_600_000;
const perRun = 100;

type Digesting = Pick<Context, "db" | "clock" | "ids" | "jobs">;

/**
 * Queues one email for each mailbox with held ones, which names them all; at most one a day. Repeated every minute; safe
 * to run in several processes.
 */
export async function queueDigests(ctx: Digesting): Promise<void> {
  const now = ctx.clock.now();
  const { mailbox, status, createdAt } = emailMessage;
  const earlier = alias(emailMessage, "earlier");
  const lastDigest = ctx.db.orm
    .select({ id: earlier.id })
    .from(earlier)
    .where(
      and(
        eq(earlier.mailbox, mailbox),
        eq(earlier.kind, "unasked_digest"),
        gt(earlier.createdAt, new Date(now.getTime() - allowanceMs)),
      ),
    );
  const due = await ctx.db.orm
    .select({ mailbox })
    .from(emailMessage)
    .where(and(eq(status, "held"), isNotNull(mailbox), notExists(lastDigest)))
    .groupBy(mailbox)
    .having(lte(min(createdAt), new Date(now.getTime() - collectMs)))
    .limit(perRun);
  for (const row of due) if (row.mailbox !== null) await digest(ctx, row.mailbox, now);
  if (due.length > 0) ctx.jobs.wakeWorkers();
}

async function digest(ctx: Digesting, mailbox: string, now: Date): Promise<void> {
  const id = [digestJob, ctx.ids.newId("lt")].join(":");
  await ctx.db.transaction(async (tx) => {
    const held = await tx
      .update(emailMessage)
      .set({ status: "digested", digestId: id })
      .where(and(eq(emailMessage.mailbox, mailbox), eq(emailMessage.status, "held")))
      .returning({ to: emailMessage.to, language: emailMessage.language, at: emailMessage.createdAt });
    const [last] = held.toSorted((a, b) => b.at.getTime() - a.at.getTime());
    // Another process was faster.
    if (!last) return;
    const { to, language } = last;
    await queueEmail(
      tx,
      ctx,
      { id, kind: "unasked_digest", cause: "unproven", to, language, now },
      { kind: digestJob },
    );
  });
}

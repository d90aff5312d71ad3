import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { member } from "../db/schema/accounts.ts";
import { emailMessage } from "../db/schema/service.ts";
import type { WithdrawalEmail } from "../domain/withdrawals/decide-withdrawal.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";

/** `withdrawal_code`: has the code that confirms it. */
export type WithdrawalEmailKind = WithdrawalEmail | "withdrawal_requested" | "withdrawal_code";

/** The job kind of all e-mails about withdrawals. */
export const withdrawalEmailJob = "withdrawal";

/** Queues an e-mail to the member in the caller's transaction. Neither job nor row contains a code or a key. */
export async function queueWithdrawalEmail(
  tx: Tx,
  ctx: Pick<Context, "ids" | "jobs">,
  { id: withdrawalId, memberId }: Pick<WithdrawalRow, "id" | "memberId">,
  kind: WithdrawalEmailKind,
  now: Date,
): Promise<void> {
  if (memberId === null) return;
  const [to] = await tx.select().from(member).where(eq(member.id, memberId));
  if (!to || to.closedAt !== null) return;
  const id = [withdrawalEmailJob, withdrawalId, ctx.ids.newId("lt")].join(":");
  const row = { id, kind, language: to.locale, to: to.email, status: "queued", createdAt: now } as const;
  await tx.insert(emailMessage).values(row);
  await ctx.jobs.send(tx, "email", { ref: id, kind: withdrawalEmailJob, version: "1" });
}

/** The withdrawal that an e-mail is about. */
export const withdrawalIdOf = (emailId: string) => emailId.split(":")[1] ?? "";

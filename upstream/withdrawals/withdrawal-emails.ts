import { eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { member } from "../db/schema/accounts.ts";
import type { AnyEmailKind } from "../mail/email-kinds.ts";
import { queueEmail } from "../mail/outbox/queue-email.ts";
import type { EmailCause } from "../mail/rules/email-cause.ts";
import type { Context } from "../ports/context.ts";
import { causeOfDecision } from "./rules/decide-withdrawal.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";

/** The job kind of all emails about withdrawals. */
export const withdrawalEmailJob = "withdrawal";

/** Who causes each. `withdrawal_code`: has the code that confirms it. */
const causeOfKind = {
  ...causeOfDecision,
  withdrawal_requested: "member",
  withdrawal_code: "member",
} as const satisfies Partial<Record<AnyEmailKind, EmailCause>>;

type WithdrawalEmailKind = keyof typeof causeOfKind;

/** Queues an email to the member in the caller's transaction. Neither job nor row contains a code or a key. */
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
  const email = { id, kind, cause: causeOfKind[kind], language: to.locale, to: to.email, now };
  await queueEmail(tx, ctx, email, { kind: withdrawalEmailJob });
}

/** The withdrawal that an email is about. */
export const withdrawalIdOf = (emailId: string) => emailId.split(":")[1] ?? "";

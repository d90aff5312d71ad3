import { and, inArray, isNull, like, lt, ne } from "drizzle-orm";
import type { Withdrawal } from "../../contract/balance/withdrawals.ts";
import { keptDays } from "../../contract/member/kept-days.ts";
import { outgoing } from "../db/schema/index.ts";
import { payoutDestination } from "../db/schema/payout-destinations.ts";
import { emailMessage } from "../db/schema/service.ts";
import { withdrawal } from "../db/schema/withdrawals.ts";
import { eraseDestinations } from "../payouts/destinations.ts";
import type { Context } from "../ports/context.ts";
import { withdrawalsOf } from "./show-withdrawal.ts";
import { withdrawalEmailJob } from "./withdrawal-emails.ts";

const maxRows = 10_000;
const dayMs = 86_400_000;

/** A member's withdrawals for the file with everything stored about them. */
export async function exportWithdrawals(
  ctx: Pick<Context, "db" | "market">,
  memberId: string,
  now: Date,
): Promise<Withdrawal[]> {
  const all = { status: undefined, asset: undefined, limit: maxRows, offset: 0 };
  return (await withdrawalsOf(ctx, memberId, all, now)).withdrawals;
}

/**
 * Deletes old emails about withdrawals, and erases where those of erased members went: amounts, times and transactions
 * stay, as the ledger does.
 */
export async function deleteExpiredWithdrawalData({ db, clock }: Pick<Context, "clock" | "db">): Promise<void> {
  const limit = new Date(clock.now().getTime() - keptDays.accountEmails * dayMs);
  const old = and(like(emailMessage.id, `${withdrawalEmailJob}:%`), lt(emailMessage.createdAt, limit));
  await db.orm.delete(emailMessage).where(old);
  await db.transaction(async (tx) => {
    const erased = await tx
      .update(withdrawal)
      .set({ account: "", memo: null })
      .where(and(isNull(withdrawal.memberId), ne(withdrawal.account, "")))
      .returning({ id: withdrawal.id });
    const ids = erased.map(({ id }) => id);
    if (ids.length === 0) return;
    await tx.update(outgoing).set({ account: "", memo: null }).where(inArray(outgoing.withdrawalId, ids));
    await eraseDestinations(tx, inArray(payoutDestination.withdrawalId, ids));
  });
}

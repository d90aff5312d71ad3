import { eq } from "drizzle-orm";
import { member, withdrawal } from "../db/schema/index.ts";
import type { Context } from "../ports/context.ts";
import type { PayoutOwner } from "../ports/payout-owner.ts";
import { withdrawalMovementEnded } from "./movement-ended.ts";
import { isCaught } from "./rules/freeze.ts";
import { withdrawalEffect } from "./withdrawal-effect.ts";

/** Withdrawals: a freeze of the member's account stops those that it has caught. */
export const withdrawalPayouts: PayoutOwner<Context> = {
  kinds: ["withdrawal"],
  ended: withdrawalMovementEnded,
  effect: withdrawalEffect,
  async obstacle(tx, { withdrawalId }) {
    if (withdrawalId === null) return null;
    const [row] = await tx
      .select({ withdrawal, until: member.withdrawalsFrozenUntil })
      .from(withdrawal)
      .innerJoin(member, eq(member.id, withdrawal.memberId))
      .where(eq(withdrawal.id, withdrawalId))
      .for("share", { of: member });
    return row !== undefined && isCaught(row.withdrawal, row.until) ? { until: row.until } : null;
  },
};

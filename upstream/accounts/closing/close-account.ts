import { hasRewards, leaveProgramme, leftRewards } from "../../affiliates/leave-programme.ts";
import { deleteSubscriptionOf } from "../../mail/newsletter/newsletter-retention.ts";
import { adoptOrders } from "../../orders/change-owner.ts";
import { eraseMemberReviews } from "../../orders/reviews/erase-reviews.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../../shared/rules/refusal.ts";
import { adoptTickets } from "../../support/adopt-tickets.ts";
import { deleteTicketsOfMember } from "../../support/ticket-retention.ts";
import { closeWallets } from "../../wallets/close-wallets.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import { countOpenOrders } from "../open-orders.ts";
import { provePassword } from "../security/confirm-password.ts";
import { checkSecondFactor } from "../security/second-factor.ts";
import { lockAccount, type SignedIn } from "../sign-in/sessions.ts";
import { keptUntil } from "./erase-old-records.ts";

type Accounts = Pick<Context, "db" | "env" | "ids" | "jobs" | "policy">;
type CloseRequest = {
  password: string;
  secondFactor: string | null;
  /** The member gives up what no withdrawal or payout of rewards can take out. */
  isGivenUp: boolean;
  origin: ClientOrigin;
  now: Date;
};

export type Closed = { keptUntil: Date };

/**
 * Closes the account if none of the member's orders is active, no reward is due, and the wallets have nothing but what no
 * withdrawal can take out and the member gives up. Credentials, profile and saved details are deleted; orders and sign-in
 * history stay for the retention period. Refuses with `account_in_use`.
 */
export async function closeAccount(
  ctx: Accounts,
  signedIn: SignedIn,
  { password, secondFactor, isGivenUp, origin, now }: CloseRequest,
): Promise<Closed | Refusal> {
  const { member: row } = signedIn;
  const proven = await provePassword(ctx, { member: row, typed: password, pointer: "/password", now });
  if (isRefusal(proven)) return proven;
  await adoptOrders(ctx.db.orm, row);
  await adoptTickets(ctx.db.orm, row);
  if ((await countOpenOrders(ctx.db.orm, row.id)) > 0) return refuse("account_in_use");
  const refusal = await checkSecondFactor(ctx, { member: row, typed: secondFactor, origin, now });
  if (refusal) return refusal;
  const late = await ctx.db.transaction(async (tx) => {
    const over = await lockAccount(tx, signedIn, proven.passwordHash);
    if (over) return over;
    if ((await countOpenOrders(tx, row.id)) > 0) return refuse("account_in_use");
    if (await hasRewards(tx, ctx, row.id)) return refuse("account_in_use");
    const hasLeftRewards = (await leftRewards(tx, row.id)).length > 0;
    if (hasLeftRewards && !isGivenUp) return refuseFields({ pointer: "/give_up_leftovers", code: "must_accept" });
    const refusal = await closeWallets(tx, { memberId: row.id, isGivenUp, now });
    if (refusal) return refusal;
    await leaveProgramme(tx, row.id);
    const proof = { kind: "password", signedIn, ...proven } as const;
    const request = { member: row, proof, change: {}, method: "password", origin, now } as const;
    const applied = await applyEffect(tx, ctx, "account_closed", request);
    if (isRefusal(applied)) return applied;
    await eraseMemberReviews(tx, row.id);
    await deleteTicketsOfMember(tx, row.id);
    await deleteSubscriptionOf(tx, row.email);
    return undefined;
  });
  ctx.jobs.wakeWorkers();
  if (late) return late;
  return { keptUntil: keptUntil(ctx.env, now) };
}

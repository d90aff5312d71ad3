import { settleRewards } from "../affiliates/settle-rewards.ts";
import { recordPrices } from "../books/record-prices.ts";
import { vacuumAndCheckpoint } from "../db/pglite/upkeep.ts";
import { queueDeliveries } from "../mail/newsletter/issues.ts";
import { queueDigests } from "../mail/outbox/queue-digests.ts";
import { priceTasks } from "../market/prices/price-tasks.ts";
import { tellSubscribers } from "../orders/push/tell-subscribers.ts";
import { recordRates } from "../orders/quotes/rate-history.ts";
import { releaseLeftGas } from "../orders/release-left-gas.ts";
import { notifyReserveRequests } from "../orders/reserve-requests/notify-reserve-requests.ts";
import { inviteReviews } from "../orders/reviews/invite-reviews.ts";
import { sweep } from "../orders/sweep.ts";
import { readSent } from "../payouts/read-sent.ts";
import { recheckFailed } from "../payouts/recheck-failed.ts";
import { resumeWaiting } from "../payouts/resume-waiting.ts";
import { sweepDue } from "../payouts/sweeps/sweep-due.ts";
import type { Context } from "../ports/context.ts";
import type { PeriodicTask } from "../ports/jobs.ts";
import { keepIdentities } from "../screening/identity/upkeep.ts";
import { deleteOldAnswers } from "../screening/provider/apply-answers.ts";
import { recordParts } from "../status/parts.ts";
import { recordReserves } from "../status/reserves.ts";
import { closeUnanswered } from "../support/change-ticket.ts";
import { deleteLooseFiles } from "../support/ticket-files.ts";
import { stopOrdersOfFrozen } from "../withdrawals/freeze/stop-orders.ts";
import { runDueWithdrawals } from "../withdrawals/run-due.ts";
import { rescanLists } from "./rescan-lists.ts";
import { screeningRound } from "./settle-answers.ts";

/** Scheduled tasks of the service; rails register their own. */
export function serviceTasks(ctx: Context): PeriodicTask[] {
  return [
    { name: "deadlines", everySeconds: 5, run: () => sweep(ctx) },
    { name: "withdrawals", everySeconds: 5, run: () => runDueWithdrawals(ctx) },
    { name: "orders of frozen accounts", everySeconds: 5, run: () => stopOrdersOfFrozen(ctx) },
    { name: "partners' rewards", everySeconds: 10, run: () => settleRewards(ctx) },
    { name: "waiting payouts", everySeconds: 15, run: () => resumeWaiting(ctx) },
    { name: "sent payouts", everySeconds: 5, run: () => readSent(ctx) },
    { name: "sweeps", everySeconds: 15, run: () => sweepDue(ctx) },
    { name: "failed payouts", everySeconds: 600, firstAfterSeconds: 60, run: () => recheckFailed(ctx) },
    { name: "reserve requests", everySeconds: 15, run: () => notifyReserveRequests(ctx) },
    { name: "review invitations", everySeconds: 300, firstAfterSeconds: 30, run: () => inviteReviews(ctx) },
    { name: "newsletter", everySeconds: 60, firstAfterSeconds: 30, run: () => queueDeliveries(ctx) },
    { name: "email digests", everySeconds: 60, firstAfterSeconds: 30, run: () => queueDigests(ctx) },
    { name: "push messages", everySeconds: 5, run: () => tellSubscribers(ctx) },
    ...priceTasks(ctx),
    { name: "rate history", everySeconds: 60, run: () => recordRates(ctx) },
    { name: "prices of assets", everySeconds: 60, run: () => recordPrices(ctx) },
    { name: "reserve history", everySeconds: 60, run: () => recordReserves(ctx) },
    // More often than a minute, so that none is left out.
    { name: "service status", everySeconds: 20, run: () => recordParts(ctx) },
    { name: "left gas", everySeconds: 3600, firstAfterSeconds: 300, run: () => releaseLeftGas(ctx) },
    { name: "unanswered tickets", everySeconds: 600, run: () => closeUnanswered(ctx) },
    { name: "loose attachments", everySeconds: 600, firstAfterSeconds: 60, run: () => deleteLooseFiles(ctx) },
    { name: "changed lists", everySeconds: 10, firstAfterSeconds: 10, run: () => rescanLists(ctx) },
    { name: "answers of the screening provider", everySeconds: 2, run: screeningRound(ctx) },
    { name: "old screening answers", everySeconds: 3600, firstAfterSeconds: 400, run: () => deleteOldAnswers(ctx) },
    { name: "identity records", everySeconds: 3600, firstAfterSeconds: 300, run: () => keepIdentities(ctx) },
    { name: "database upkeep", everySeconds: 600, firstAfterSeconds: 60, run: () => vacuumAndCheckpoint(ctx.db) },
  ];
}

import { deleteExpiredChecks } from "../accounts/bot-check/used-checks.ts";
import { eraseOldRecords } from "../accounts/closing/erase-old-records.ts";
import { deleteExpiredAccountRows } from "../accounts/closing/retention.ts";
import { deleteOldConsents } from "../affiliates/visits/consents.ts";
import { deleteOldPageViews } from "../affiliates/visits/page-views.ts";
import { deleteExpiredKeys } from "../http/request/idempotency.ts";
import { deleteExpiredLimits } from "../http/request/limits.ts";
import { deleteOldDeliveries, deleteUnconfirmedSubscriptions } from "../mail/newsletter/newsletter-retention.ts";
import { forgetAddresses } from "../orders/forget-addresses.ts";
import { deleteOldSubscriptions } from "../orders/push/subscriptions.ts";
import { deleteUnconfirmedReviews } from "../orders/reviews/erase-reviews.ts";
import { forgetPastDays } from "../orders/unpaid/unpaid-holds.ts";
import type { Context } from "../ports/context.ts";
import type { PeriodicTask } from "../ports/jobs.ts";
import { forgetEvidence } from "../rails/paypal-by-hand/forget-evidence.ts";
import { deleteOldTickets } from "../support/ticket-retention.ts";
import { deleteExpiredWithdrawalData } from "../withdrawals/withdrawal-retention.ts";
import type { ServiceClock } from "./clock.ts";

/** Deletions that are not urgent: delayed, to keep the start short. */
const hourly = { everySeconds: 3600, firstAfterSeconds: 60 };

/** Scheduled maintenance of the service itself, apart from orders. */
export function housekeeping(context: Context, clock: ServiceClock): PeriodicTask[] {
  const { db } = context;
  return [
    { name: "clock", everySeconds: 2, run: () => clock.refresh() },
    // Their sums are kept until midnight, as the privacy policy says.
    { name: "past days of unpaid orders", everySeconds: 60, run: () => forgetPastDays({ db }, clock.now()) },
    { name: "old keys", ...hourly, run: () => deleteExpiredKeys({ db, clock }) },
    { name: "old codes and sessions", ...hourly, run: () => deleteExpiredAccountRows({ db, clock }) },
    { name: "old bot checks", ...hourly, run: () => deleteExpiredChecks(db, clock.now()) },
    { name: "old withdrawal data", ...hourly, run: () => deleteExpiredWithdrawalData(context) },
    { name: "old records", ...hourly, run: () => eraseOldRecords(context) },
    { name: "old page views", ...hourly, run: () => deleteOldPageViews({ db, clock }) },
    { name: "old consents", ...hourly, run: () => deleteOldConsents({ db, clock }) },
    { name: "old addresses", ...hourly, run: () => forgetAddresses(context) },
    { name: "old screenshots of PayPal", ...hourly, run: () => forgetEvidence(context) },
    { name: "old push subscriptions", ...hourly, run: () => deleteOldSubscriptions({ db, clock }) },
    { name: "unconfirmed reviews", ...hourly, run: () => deleteUnconfirmedReviews({ db, clock }) },
    { name: "unconfirmed subscriptions", ...hourly, run: () => deleteUnconfirmedSubscriptions({ db, clock }) },
    { name: "old newsletter deliveries", ...hourly, run: () => deleteOldDeliveries({ db, clock }) },
    { name: "old tickets", ...hourly, run: () => deleteOldTickets({ db, clock }) },
    { name: "old limits", ...hourly, run: () => deleteExpiredLimits(db) },
  ];
}

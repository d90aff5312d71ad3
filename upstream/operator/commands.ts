import type { Command } from "./command.ts";
import { approvalCommands } from "./commands/approvals.ts";
import { assetCommands } from "./commands/assets.ts";
import { auditCommands } from "./commands/audit.ts";
import { backupCommands } from "./commands/backup.ts";
import { databaseCommands } from "./commands/database.ts";
import { depositCommands } from "./commands/deposits.ts";
import { evidenceCommands } from "./commands/evidence.ts";
import { freezeCommands } from "./commands/freeze.ts";
import { incidentCommands } from "./commands/incidents.ts";
import { staffKeyCommands } from "./commands/key.ts";
import { keyCommands } from "./commands/keys.ts";
import { ledgerCommands } from "./commands/ledger.ts";
import { maintenanceCommands } from "./commands/maintenance.ts";
import { memberCommands } from "./commands/members.ts";
import { newsletterCommands } from "./commands/newsletter.ts";
import { orderClaimCommands } from "./commands/orders/claims.ts";
import { orderDisputeCommands } from "./commands/orders/disputes.ts";
import { emailCommands } from "./commands/orders/emails.ts";
import { orderEventCommands } from "./commands/orders/events.ts";
import { orderListCommands } from "./commands/orders/list.ts";
import { orderCommands } from "./commands/orders/orders.ts";
import { orderPayinCommands } from "./commands/orders/payins.ts";
import { orderTransactionCommands } from "./commands/orders/transactions.ts";
import { pairCommands } from "./commands/pairs.ts";
import { pairOpeningCommands } from "./commands/pairs-open.ts";
import { partnerChangeCommands } from "./commands/partner-changes.ts";
import { partnerPayoutCommands } from "./commands/partner-payouts.ts";
import { partnerCommands } from "./commands/partners.ts";
import { payoutDecisionCommands } from "./commands/payouts/decide.ts";
import { payoutCommands } from "./commands/payouts/list.ts";
import { payoutStopCommands } from "./commands/payouts/stop.ts";
import { payoutSweepCommands } from "./commands/payouts/sweep.ts";
import { promoCommands } from "./commands/promo.ts";
import { rateCommands } from "./commands/rates.ts";
import { reportCommands } from "./commands/report.ts";
import { reserveCommands } from "./commands/reserve.ts";
import { reserveMoveCommands } from "./commands/reserve-moves.ts";
import { reserveRequestCommands } from "./commands/reserve-requests.ts";
import { reviewCommands } from "./commands/reviews.ts";
import { staffCommands, staffRecoveryCommands } from "./commands/staff.ts";
import { ticketListCommands } from "./commands/ticket-lists.ts";
import { ticketCommands } from "./commands/tickets.ts";
import { todayCommands } from "./commands/today.ts";
import { unclaimedCommands } from "./commands/unclaimed.ts";
import { unfreezeCommands } from "./commands/unfreeze.ts";
import { visitCommands } from "./commands/visits.ts";
import { walletCommands } from "./commands/wallets.ts";
import { withdrawalCommands } from "./commands/withdrawals.ts";

/** All operator commands. Terminal, help and the owner's socket are built from this list. */
export const commands: readonly Command[] = [
  ...todayCommands,
  ...orderListCommands,
  ...orderCommands,
  ...orderClaimCommands,
  ...orderEventCommands,
  ...orderPayinCommands,
  ...orderTransactionCommands,
  ...orderDisputeCommands,
  ...payoutCommands,
  ...payoutDecisionCommands,
  ...payoutStopCommands,
  ...payoutSweepCommands,
  ...approvalCommands,
  ...withdrawalCommands,
  ...walletCommands,
  ...depositCommands,
  ...unclaimedCommands,
  ...partnerCommands,
  ...partnerChangeCommands,
  ...partnerPayoutCommands,
  ...evidenceCommands,
  ...emailCommands,
  ...rateCommands,
  ...assetCommands,
  ...pairCommands,
  ...pairOpeningCommands,
  ...reserveCommands,
  ...reserveRequestCommands,
  ...reserveMoveCommands,
  ...reviewCommands,
  ...newsletterCommands,
  ...reportCommands,
  ...visitCommands,
  ...maintenanceCommands,
  ...incidentCommands,
  ...keyCommands,
  ...ledgerCommands,
  ...promoCommands,
  ...memberCommands,
  ...freezeCommands,
  ...unfreezeCommands,
  ...ticketListCommands,
  ...ticketCommands,
  ...staffKeyCommands,
  ...staffCommands,
  ...staffRecoveryCommands,
  ...auditCommands,
  ...databaseCommands,
  ...backupCommands,
];

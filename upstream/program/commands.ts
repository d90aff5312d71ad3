import { memberCommands } from "../accounts/commands.ts";
import { partnerChangeCommands } from "../affiliates/commands/partner-changes.ts";
import { partnerPayoutCommands } from "../affiliates/commands/partner-payouts.ts";
import { partnerCommands } from "../affiliates/commands/partners.ts";
import { freezeCommands } from "../freeze/commands/freeze.ts";
import { unfreezeCommands } from "../freeze/commands/unfreeze.ts";
import { ledgerCommands } from "../ledger/commands/ledger.ts";
import { reserveCommands } from "../ledger/commands/reserve.ts";
import { reserveMoveCommands } from "../ledger/commands/reserve-moves.ts";
import { assetCommands } from "../market/commands/assets.ts";
import { pairCommands } from "../market/commands/pairs.ts";
import { pairOpeningCommands } from "../market/commands/pairs-open.ts";
import { rateCommands } from "../market/commands/rates.ts";
import { newsletterCommands } from "../newsletter/commands.ts";
import type { Command } from "../operator/command.ts";
import { auditCommands } from "../operator/commands/audit.ts";
import { backupCommands } from "../operator/commands/backup.ts";
import { databaseCommands } from "../operator/commands/database.ts";
import { maintenanceCommands } from "../operator/commands/maintenance.ts";
import { reportCommands } from "../operator/commands/report.ts";
import { todayCommands } from "../operator/commands/today.ts";
import { orderClaimCommands } from "../orders/commands/claims.ts";
import { orderDisputeCommands } from "../orders/commands/disputes.ts";
import { emailCommands } from "../orders/commands/emails.ts";
import { orderEventCommands } from "../orders/commands/events.ts";
import { evidenceCommands } from "../orders/commands/evidence.ts";
import { orderListCommands } from "../orders/commands/list.ts";
import { orderCommands } from "../orders/commands/orders.ts";
import { orderPayinCommands } from "../orders/commands/payins.ts";
import { promoCommands } from "../orders/commands/promo.ts";
import { reserveRequestCommands } from "../orders/commands/reserve-requests.ts";
import { orderTransactionCommands } from "../orders/commands/transactions.ts";
import { approvalCommands } from "../payouts/commands/approvals.ts";
import { payoutDecisionCommands } from "../payouts/commands/decide.ts";
import { payoutCommands } from "../payouts/commands/list.ts";
import { payoutStopCommands } from "../payouts/commands/stop.ts";
import { payoutSweepCommands } from "../payouts/commands/sweep.ts";
import { reviewCommands } from "../reviews/commands.ts";
import { staffKeyCommands } from "../staff/commands/key.ts";
import { staffCommands, staffRecoveryCommands } from "../staff/commands/staff.ts";
import { incidentCommands } from "../status/commands.ts";
import { ticketListCommands } from "../support/commands/ticket-lists.ts";
import { ticketCommands } from "../support/commands/tickets.ts";
import { unclaimedCommands } from "../unclaimed/commands.ts";
import { keyCommands } from "../verify/commands.ts";
import { visitCommands } from "../visits/commands.ts";
import { depositCommands } from "../wallets/commands/deposits.ts";
import { walletCommands } from "../wallets/commands/wallets.ts";
import { withdrawalCommands } from "../withdrawals/commands.ts";

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

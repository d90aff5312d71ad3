import { memberCommands } from "../accounts/commands.ts";
import { allPartnerCommands } from "../affiliates/commands.ts";
import { visitCommands } from "../affiliates/visits/commands.ts";
import { allBookCommands } from "../books/commands.ts";
import { reconciliationCommands } from "../books/reconciliation/commands.ts";
import { allLedgerCommands } from "../ledger/commands.ts";
import { newsletterCommands } from "../mail/newsletter/commands.ts";
import { allMarketCommands } from "../market/commands.ts";
import type { Command } from "../operator/command.ts";
import { auditCommands } from "../operator/commands/audit.ts";
import { backupCommands } from "../operator/commands/backup.ts";
import { databaseCommands } from "../operator/commands/database.ts";
import { maintenanceCommands } from "../operator/commands/maintenance.ts";
import { reportCommands } from "../operator/commands/report.ts";
import { todayCommands } from "../operator/commands/today.ts";
import { allOrderCommands } from "../orders/commands.ts";
import { reviewCommands } from "../orders/reviews/commands.ts";
import { allPayoutCommands } from "../payouts/commands.ts";
import { evmCommands } from "../rails/evm/commands.ts";
import { paypalTaskCommands } from "../rails/paypal-by-hand/commands.ts";
import { blockCommands } from "../screening/blocks/commands.ts";
import { screeningCommands } from "../screening/commands.ts";
import { identityCommands } from "../screening/identity/commands.ts";
import { allStaffCommands } from "../staff/commands.ts";
import { incidentCommands } from "../status/commands.ts";
import { allTicketCommands } from "../support/commands.ts";
import { keyCommands } from "../verify/commands.ts";
import { allWalletCommands } from "../wallets/commands.ts";
import { unclaimedCommands } from "../wallets/unclaimed/commands.ts";
import { withdrawalCommands } from "../withdrawals/commands.ts";
import { freezeCommands } from "../withdrawals/freeze/commands.ts";

/** All operator commands, in the order of the help. Terminal, help and the owner's socket are built from this list. */
export const commands: readonly Command[] = [
  ...todayCommands,
  ...allOrderCommands,
  ...allPayoutCommands,
  ...withdrawalCommands,
  ...allWalletCommands,
  ...unclaimedCommands,
  ...allPartnerCommands,
  ...allMarketCommands,
  ...allLedgerCommands,
  ...reconciliationCommands,
  ...evmCommands,
  ...paypalTaskCommands,
  ...memberCommands,
  ...blockCommands,
  ...screeningCommands,
  ...identityCommands,
  ...freezeCommands,
  ...allTicketCommands,
  ...reviewCommands,
  ...newsletterCommands,
  ...allStaffCommands,
  ...incidentCommands,
  ...keyCommands,
  ...visitCommands,
  ...reportCommands,
  ...allBookCommands,
  ...maintenanceCommands,
  ...auditCommands,
  ...databaseCommands,
  ...backupCommands,
];

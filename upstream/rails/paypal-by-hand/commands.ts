import type { Command } from "../../operator/command.ts";
import { taskAcceptCommands } from "./commands/accept.ts";
import { taskClaimCommands } from "./commands/claims.ts";
import { taskCompareCommands } from "./commands/compare.ts";
import { taskDecisionCommands } from "./commands/decisions.ts";
import { taskDismissCommands } from "./commands/dismiss.ts";
import { taskDisputeCommands } from "./commands/disputes.ts";
import { taskEntryCommands } from "./commands/entries.ts";
import { taskInvoiceCommands } from "./commands/invoices.ts";
import { taskListCommands } from "./commands/list.ts";
import { taskNoticeCommands } from "./commands/notices.ts";
import { taskReportCommands } from "./commands/reports.ts";

/** What people do at PayPal, and what they say of it. */
export const paypalTaskCommands: readonly Command[] = [
  ...taskListCommands,
  ...taskClaimCommands,
  ...taskEntryCommands,
  ...taskInvoiceCommands,
  ...taskDisputeCommands,
  ...taskDecisionCommands,
  ...taskCompareCommands,
  ...taskReportCommands,
  ...taskAcceptCommands,
  ...taskDismissCommands,
  ...taskNoticeCommands,
];

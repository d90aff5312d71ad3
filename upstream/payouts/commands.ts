import type { Command } from "../operator/command.ts";
import { approvalCommands } from "./commands/approvals.ts";
import { payoutDecisionCommands } from "./commands/decide.ts";
import { payoutCommands } from "./commands/list.ts";
import { payoutStopCommands } from "./commands/stop.ts";
import { payoutSweepCommands } from "./commands/sweep.ts";

export const allPayoutCommands: readonly Command[] = [
  ...payoutCommands,
  ...payoutDecisionCommands,
  ...payoutStopCommands,
  ...payoutSweepCommands,
  ...approvalCommands,
];

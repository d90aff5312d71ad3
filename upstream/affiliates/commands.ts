import type { Command } from "../operator/command.ts";
import { partnerChangeCommands } from "./commands/partner-changes.ts";
import { partnerPayoutCommands } from "./commands/partner-payouts.ts";
import { partnerCommands } from "./commands/partners.ts";

export const allPartnerCommands: readonly Command[] = [
  ...partnerCommands,
  ...partnerChangeCommands,
  ...partnerPayoutCommands,
];

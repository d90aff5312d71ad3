import type { Command } from "../operator/command.ts";
import { staffKeyCommands } from "./commands/key.ts";
import { staffCommands, staffRecoveryCommands } from "./commands/staff.ts";

export const allStaffCommands: readonly Command[] = [...staffKeyCommands, ...staffCommands, ...staffRecoveryCommands];

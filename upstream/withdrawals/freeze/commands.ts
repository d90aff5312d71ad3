import type { Command } from "../../operator/command.ts";
import { freezeCommands } from "./commands/freeze.ts";
import { unfreezeCommands } from "./commands/unfreeze.ts";

export const allFreezeCommands: readonly Command[] = [...freezeCommands, ...unfreezeCommands];

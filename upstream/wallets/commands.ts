import type { Command } from "../operator/command.ts";
import { depositCommands } from "./commands/deposits.ts";
import { walletCommands } from "./commands/wallets.ts";

export const allWalletCommands: readonly Command[] = [...walletCommands, ...depositCommands];

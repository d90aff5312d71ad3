import type { Command } from "../operator/command.ts";
import { ledgerCommands } from "./commands/ledger.ts";
import { reserveCommands } from "./commands/reserve.ts";
import { reserveMoveCommands } from "./commands/reserve-moves.ts";

export const allLedgerCommands: readonly Command[] = [...reserveCommands, ...reserveMoveCommands, ...ledgerCommands];

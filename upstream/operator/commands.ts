import type { Command } from "./command.ts";
import { databaseCommands } from "./commands/database.ts";
import { ledgerCommands } from "./commands/ledger.ts";
import { orderCommands } from "./commands/orders.ts";
import { pairCommands } from "./commands/pairs.ts";
import { promoCommands } from "./commands/promo.ts";
import { rateCommands } from "./commands/rates.ts";
import { reserveCommands } from "./commands/reserve.ts";

/** All that an operator can do. The terminal, its help and the owner's socket are made from this list. */
export const commands: readonly Command[] = [
  ...orderCommands,
  ...rateCommands,
  ...pairCommands,
  ...reserveCommands,
  ...ledgerCommands,
  ...promoCommands,
  ...databaseCommands,
];

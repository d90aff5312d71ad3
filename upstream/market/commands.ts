import type { Command } from "../operator/command.ts";
import { assetCommands } from "./commands/assets.ts";
import { assetAddingCommands } from "./commands/assets-add.ts";
import { pairCommands } from "./commands/pairs.ts";
import { pairAddingCommands } from "./commands/pairs-add.ts";
import { pairOpeningCommands } from "./commands/pairs-open.ts";
import { priceLimitCommands } from "./commands/price-limits.ts";
import { rateCommands } from "./commands/rates.ts";

export const allMarketCommands: readonly Command[] = [
  ...rateCommands,
  ...priceLimitCommands,
  ...assetCommands,
  ...assetAddingCommands,
  ...pairCommands,
  ...pairAddingCommands,
  ...pairOpeningCommands,
];

import type { Command } from "../operator/command.ts";
import { orderClaimCommands } from "./commands/claims.ts";
import { orderDisputeCommands } from "./commands/disputes.ts";
import { emailCommands } from "./commands/emails.ts";
import { orderEventCommands } from "./commands/events.ts";
import { evidenceCommands } from "./commands/evidence.ts";
import { orderListCommands } from "./commands/list.ts";
import { orderCommands } from "./commands/orders.ts";
import { orderPayinCommands } from "./commands/payins.ts";
import { promoCommands } from "./commands/promo.ts";
import { reserveRequestCommands } from "./commands/reserve-requests.ts";
import { orderTransactionCommands } from "./commands/transactions.ts";

export const allOrderCommands: readonly Command[] = [
  ...orderListCommands,
  ...orderCommands,
  ...orderClaimCommands,
  ...orderEventCommands,
  ...orderPayinCommands,
  ...orderTransactionCommands,
  ...orderDisputeCommands,
  ...evidenceCommands,
  ...emailCommands,
  ...reserveRequestCommands,
  ...promoCommands,
];

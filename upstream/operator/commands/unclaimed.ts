import { z } from "zod/v4";
import { limitArgument } from "../arguments.ts";
import { command, done } from "../command.ts";
import { unclaimedMoney } from "../reports/unclaimed-money.ts";

export const unclaimedCommands = [
  command({
    name: "unclaimed list",
    summary: "Money that no wallet and no order has: what it came from, whose it is as far as known, amount and age.",
    args: z.object({ limit: limitArgument }),
    run: async (ctx, { limit }) => done(await unclaimedMoney(ctx, limit)),
  }),
];

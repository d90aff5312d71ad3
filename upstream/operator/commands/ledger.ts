import { z } from "zod/v4";
import { verify } from "../../ledger/verify.ts";
import { command, done, refused } from "../command.ts";

export const ledgerCommands = [
  command({
    name: "ledger verify",
    summary: "Checks every truth of the ledger; exits with 1 when one does not hold.",
    args: z.object({}),
    async run(ctx) {
      const violations = await verify(ctx.db);
      if (violations.length === 0) return done("The ledger holds: every check passed.");
      return refused(
        [`The ledger is broken in ${violations.length} places:`, ...violations.map(({ words }) => words)].join("\n"),
      );
    },
  }),
];

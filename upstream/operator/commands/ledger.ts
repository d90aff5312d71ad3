import { z } from "zod/v4";
import { verify } from "../../ledger/verify.ts";
import { command, done, refused } from "../command.ts";

export const ledgerCommands = [
  command({
    name: "ledger verify",
    summary: "Verifies the ledger; exits with 1 if a check fails.",
    args: z.object({}),
    async run(ctx) {
      const violations = await verify(ctx.db);
      if (violations.length === 0) return done("The ledger is consistent: every check passed.");
      return refused(
        [`The ledger has ${violations.length} violations:`, ...violations.map(({ sentence }) => sentence)].join("\n"),
      );
    },
  }),
];

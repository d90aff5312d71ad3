import { z } from "zod/v4";
import { auditBooks } from "../../ledger/last-audit.ts";
import { command, done, refused } from "../command.ts";

export const ledgerCommands = [
  command({
    name: "ledger verify",
    summary:
      "Audits the books: sums, hash chain, and every record of money against the transfers; exits with 1 on a violation.",
    args: z.object({}),
    async run(ctx) {
      const violations = await auditBooks(ctx);
      if (violations.length === 0) return done("The books are consistent: every check passed.");
      return refused(
        [`The books have ${violations.length} violations:`, ...violations.map(({ sentence }) => sentence)].join("\n"),
      );
    },
  }),
];

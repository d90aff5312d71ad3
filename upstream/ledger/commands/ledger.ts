import { z } from "zod/v4";
import { command, done, refused } from "../../operator/command.ts";
import { auditBooks } from "../last-audit.ts";

export const ledgerCommands = [
  command({
    name: "ledger verify",
    connects: true,
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

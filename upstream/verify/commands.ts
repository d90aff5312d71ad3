import { desc } from "drizzle-orm";
import { z } from "zod/v4";
import { signingKey } from "../db/schema/signing.ts";
import { reasonArgument } from "../operator/arguments.ts";
import { recordAudit } from "../operator/audit.ts";
import { command, done } from "../operator/command.ts";

export const keyCommands = [
  command({
    name: "keys list",
    summary: "The keys that sign receipts and pay-in addresses, the newest first.",
    args: z.object({}),
    async run(ctx) {
      // Not by the signer, which makes the first key when it is asked: a list changes nothing.
      const keys = await ctx.db.orm.select().from(signingKey).orderBy(desc(signingKey.validFrom));
      if (keys.length === 0) return done("There is no key yet. The first is made with the first receipt.");
      return done(
        keys.map(({ id, validFrom, validUntil }) => {
          return { kid: id, valid_from: validFrom.toISOString(), valid_until: validUntil?.toISOString() ?? null };
        }),
      );
    },
  }),
  command({
    name: "keys rotate",
    summary: "Signs with a new key from now on. What the old one has signed stays valid.",
    changes: { asksNothing: "old keys stay listed, so no signature is lost" },
    args: z.object({ reason: reasonArgument }),
    async run(ctx, { reason }, operator) {
      const now = ctx.clock.now();
      const { kid } = await ctx.db.transaction(async (tx) => {
        const key = await ctx.signer.rotate(tx, now);
        const details = { before: null, after: { kid: key.kid, valid_from: key.valid_from } };
        await recordAudit(ctx, tx, operator, { action: "key_rotated", subject: key.kid, reason, details });
        return key;
      });
      return done(`The key ${kid} signs from now on.`);
    },
  }),
];

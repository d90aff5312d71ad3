import { z } from "zod/v4";
import { identityFieldNames } from "../../../contract/order/identity.ts";
import { shownRef } from "../../../contract/order/order-number.ts";
import { reasonArgument, refArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, refused } from "../../operator/command.ts";
import { identityOfOrder } from "./identity-record.ts";

/** Who customers are: for staff who look at risks, and nobody else. */
export const identityCommands = [
  command({
    name: "identity show",
    summary:
      "Who the customer of an order is, and where the money comes from, as they have said. Each reading is logged.",
    changes: { asksNothing: "it shows, and writes that it has shown" },
    discloses: true,
    positional: ["ref"],
    args: z.object({ ref: refArgument, reason: reasonArgument }),
    async run(ctx, { ref, reason }, operator) {
      return ctx.db.transaction(async (tx) => {
        const identity = await identityOfOrder(ctx, tx, ref);
        if (!identity) return refused(`The customer of ${shownRef(ref)} has not said who they are.`);
        const details = { kind: "identity", answered_at: identity.answeredAt.toISOString() };
        await recordAudit(ctx, tx, operator, { action: "identity_read", subject: ref, reason, details });
        const { answers, answeredAt } = identity;
        const rows = identityFieldNames.map((name) => [name, answers[name] ?? null] as const);
        return done({ order: shownRef(ref), answered_at: answeredAt.toISOString(), ...Object.fromEntries(rows) });
      });
    },
  }),
];

import { readMovement } from "../payouts/movement.ts";
import type { Context } from "../ports/context.ts";
import { recordAudit } from "./audit.ts";
import type { Operator } from "./command.ts";
import { overOrWhyNot } from "./over-or-why-not.ts";

/**
 * Ends a movement that is certain not to be sent, after its rail was asked; its owner has the money back. Returns null, or
 * in a sentence why it cannot be ended.
 */
export async function endMovement(
  ctx: Context,
  id: string,
  reason: string,
  operator: Operator,
): Promise<string | null> {
  const movement = await readMovement(ctx.db.orm, id);
  if (!movement) return `There is no payout ${id}.`;
  if (movement.status !== "sending") return `The payout ${id} is over: it is ${movement.state}.`;
  const over = await overOrWhyNot(ctx, movement);
  if (typeof over === "string") return over;
  const { networkFee, parts } = over;
  const ended = { state: "void", reason, networkFee, ...(parts && { parts }) } as const;
  const reported = {
    movement,
    end: ended,
    by: { operator: operator.name, reason, commandId: operator.commandId ?? null },
  };
  const refusal = await ctx.payoutOwners(movement.kind).ended(ctx, reported, async (tx) => {
    // An order records by itself who has changed it.
    if (movement.orderRef === null) {
      const details = { movement: id, before: movement.state, why: movement.why, after: "void" };
      const subject = movement.withdrawalId ?? id;
      await recordAudit(ctx, tx, operator, { action: "payout_voided", subject, reason, details, makerFacts: [] });
    }
    return true;
  });
  return refusal ? `Its ${movement.kind} does not allow it: ${refusal.refused}.` : null;
}

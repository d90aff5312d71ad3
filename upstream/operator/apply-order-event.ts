import { eq } from "drizzle-orm";
import { z } from "zod/v4";
import { shownRef } from "../../contract/order/order-number.ts";
import type { Tx } from "../db/database.ts";
import { order } from "../db/schema/index.ts";
import { applyEvent } from "../orders/apply-event.ts";
import type { OrderRow } from "../orders/order-facts-query.ts";
import type { EventSource, OrderEvent } from "../orders/rules/order-event.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal } from "../shared/rules/refusal.ts";
import { anywayArgument, reasonArgument, refArgument } from "./arguments.ts";
import { done, type Operator, type Outcome, refused } from "./command.ts";
import { screeningObjection } from "./concerns/screening-objection.ts";
import { claimConcern, claimOfAnother } from "./order-claims.ts";
import { refusalText } from "./refusal-text.ts";
import { secondLook } from "./second-look.ts";
import { seenByPeopleOnly } from "./seen-by-people.ts";

/** Arguments of every command that changes an order. */
export const orderEventArguments = z.object({
  ref: refArgument,
  reason: reasonArgument,
  anyway: anywayArgument,
});
type OrderEventArguments = z.infer<typeof orderEventArguments>;
/** Sentences to ask about, null where there is nothing to ask. Called in the transaction that applies the event. */
type ConcernsOf = (locked: OrderRow, event: OrderEvent, tx: Tx) => Concerns | Promise<Concerns>;
type Concerns = readonly (string | null)[];

export const noOrder = (ref: string) => refused(`There is no order ${shownRef(ref)}.`);

/**
 * Applies an operator's event to an order; the order machine decides, and operator, reason and result are recorded. The
 * event may depend on the order; a sentence instead is the refusal. Asks while another operator has claimed the order,
 * and about what `concernsOf` says of the locked order and the event.
 */
export async function applyOrderEvent(
  ctx: Context,
  operator: Operator,
  { ref, reason, anyway }: OrderEventArguments,
  eventOf: (row: OrderRow) => OrderEvent | string | Promise<OrderEvent | string>,
  concernsOf: ConcernsOf = () => [],
): Promise<Outcome> {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!row) return noOrder(ref);
  const event = await eventOf(row);
  if (typeof event === "string") return refused(event);
  const onlyPeople = await seenByPeopleOnly(ctx, row, event);
  if (onlyPeople !== null) return refused(onlyPeople);
  let before = row;
  let objection: string | null = null;
  const by: EventSource = { operator: operator.name, reason, commandId: operator.commandId ?? null };
  const after = await applyEvent(ctx, ref, event, by, async (tx) => {
    objection = await screeningObjection(tx, ref, event);
    if (objection !== null) return false;
    const other = await claimOfAnother(tx, ref, operator, ctx.clock.now());
    const [locked] = await tx.select().from(order).where(eq(order.ref, ref));
    before = locked ?? row;
    Object.assign(by, secondLook(anyway, [claimConcern(ref, other), ...(await concernsOf(before, event, tx))]));
    return true;
  });
  if (objection !== null) return refused(objection);
  return isRefusal(after) ? refused(refusalText(after, before)) : done(resultText(before, after));
}

function resultText(before: OrderRow, after: OrderRow): string {
  const ref = shownRef(after.ref);
  if (before.version === after.version) return `Order ${ref} already has this: nothing has changed.`;
  return `Order ${ref} was ${statusText(before)} and is now ${statusText(after)}.`;
}

const statusText = ({ status, holdReason }: OrderRow) => (holdReason === null ? status : `${status} (${holdReason})`);

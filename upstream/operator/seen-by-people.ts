import { eq } from "drizzle-orm";
import type { Orm } from "../db/database.ts";
import { outgoing } from "../db/schema/index.ts";
import type { OrderRow } from "../orders/order-facts-query.ts";
import type { OrderEvent } from "../orders/rules/order-event.ts";
import type { Context } from "../ports/context.ts";
import type { RailFact } from "../ports/rail.ts";

type ReportedFact = { fact: RailFact; rail: string | null };

/**
 * Why one operator may not record what a rail has done: on some rails nobody but people sees it, so that two of them enter it, by the
 * rail's own commands. Null on rails that can be asked, and for an event that says nothing of a rail, or for which the payout guard
 * asks the second person. See docs/decisions/220.
 */
export async function seenByPeopleOnly(
  ctx: Pick<Context, "db" | "rails">,
  row: OrderRow,
  event: OrderEvent,
): Promise<string | null> {
  const fact = await placeOf(ctx, row, event);
  return fact === null ? null : twoPeopleSentence(ctx, fact);
}

/** The same where fact and rail are known before the event is. */
export function twoPeopleSentence({ rails }: Pick<Context, "rails">, { fact, rail }: ReportedFact): string | null {
  const instead = rail === null ? null : rails.enteredWith(rail, fact);
  return instead && `REFUSED: only people see what happens at ${rail}, so two of them enter it: ${instead}.`;
}

async function placeOf(
  { db, rails }: Pick<Context, "db" | "rails">,
  { payinRail, disputes, toAsset }: OrderRow,
  event: OrderEvent,
): Promise<ReportedFact | null> {
  switch (event.name) {
    case "payment_final": {
      // A payment to an order that the rail has issued nothing for has no entry; the payout guard asks the second person.
      const { rail } = event.payment;
      return { fact: event.name, rail: rail === payinRail ? rail : null };
    }
    case "payment_vanished":
    case "payment_reversed":
    case "refunded_at_rail":
    case "dispute_opened":
      return { fact: event.name, rail: event.rail };
    case "dispute_won":
    case "dispute_lost":
      return { fact: event.name, rail: disputes.find(({ caseId }) => caseId === event.caseId)?.rail ?? null };
    case "refund_done":
      return { fact: event.name, rail: await railOf(db.orm, event.outgoingId) };
    case "operator_complete_payout":
      return { fact: event.name, rail: rails.payoutRail(toAsset) ?? null };
    default:
      return null;
  }
}

async function railOf(reader: Pick<Orm, "select">, movement: string): Promise<string | null> {
  const [row] = await reader.select({ rail: outgoing.rail }).from(outgoing).where(eq(outgoing.id, movement));
  return row?.rail ?? null;
}

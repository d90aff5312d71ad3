import { eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { pipeline } from "../db/pipeline.ts";
import { payment } from "../db/schema/orders.ts";
import { outgoing } from "../db/schema/outgoing.ts";
import { audit } from "../db/schema/service.ts";
import { updateOrder } from "../db/sql/update-order.ts";
import { confirmDestinations } from "../payouts/destinations.ts";
import { requestPayout } from "../payouts/request-payout.ts";
import type { Context } from "../ports/context.ts";
import { recordMade } from "../staff/maker-entries.ts";
import { madeOnOrder } from "../staff/rules/order-facts.ts";
import { changesOf, readable } from "./audit-changes.ts";
import { destinationsOf } from "./order-destinations.ts";
import type { OrderRow } from "./order-facts-query.ts";
import type { Decision, Task } from "./rules/decision.ts";
import type { EventSource, OrderEvent } from "./rules/order-event.ts";

/**
 * Writes a decision: the order, its payments and outgoing transfers, a timeline entry, and the jobs that follow. `known`: the
 * outgoing transfers that the order had before.
 */
export async function saveDecision(
  ctx: Pick<Context, "ids" | "jobs" | "memberLimit" | "payoutOwners" | "policy">,
  tx: Tx,
  before: OrderRow,
  decision: Decision,
  { event, by, known, now }: { event: OrderEvent; by: EventSource; known: ReadonlySet<string>; now: Date },
): Promise<OrderRow> {
  const { ref } = before;
  for (const row of decision.payments) await savePayment(tx, { ...row, orderRef: ref });
  const after: OrderRow = { ...before, ...decision.order, checkedAt: now };
  await confirmDestinations(tx, destinationsOf(before, after, { event, by, now }));
  for (const { id, ...row } of decision.outgoing) {
    if (known.has(id)) await tx.update(outgoing).set(row).where(eq(outgoing.id, id));
    else await requestPayout(ctx, tx, { id, ...row, orderRef: ref });
  }
  const changed = changedColumns(before, after);
  const tasks = () => decision.tasks.map((task) => ctx.jobs.send(tx, task.job, payloadOf(after, task)));
  if (decision.isQuiet || withoutTimelineEntry.has(event.name))
    await pipeline(updateOrder(tx, ref, changed), ...tasks());
  else {
    const { source, actor, reason, override, commandId } = sourceOf(by);
    const entry = {
      id: ctx.ids.newId("ev"),
      orderRef: ref,
      version: after.version,
      event: event.name,
      fromStatus: before.status,
      fromHoldReason: before.holdReason,
      toStatus: after.status,
      by: source,
      actor,
      note: reason ?? decision.note,
      at: now,
    };
    await pipeline(updateOrder(tx, ref, changed, entry), ...tasks());
    if (source === "operator") {
      const details = { ...changesOf(before, after), event: readable(event), ...override };
      const auditEntry = {
        actor: actor ?? "operator",
        action: event.name,
        subject: ref,
        reason: reason ?? decision.note,
        details,
      };
      const id = ctx.ids.newId("aud");
      await tx.insert(audit).values({ id, ...auditEntry, commandId, at: now });
      const kind = madeOnOrder(event, before);
      const made = kind === null ? [] : [{ kind, about: "order", id: ref } as const];
      await recordMade(ctx, tx, { auditId: id, actor: auditEntry.actor, commandId, now }, made);
    }
  }
  return after;
}

/** Only the changed columns: a row has seventy, and a decision changes a few. */
function changedColumns(before: OrderRow, after: OrderRow): Partial<OrderRow> {
  const { checkedAt, ...state } = after;
  const changed: Partial<OrderRow> = state;
  for (const [name, value] of Object.entries(state)) {
    if (isEqual(value, Reflect.get(before, name))) Reflect.deleteProperty(changed, name);
  }
  return { ...changed, checkedAt };
}

function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object") return false;
  return JSON.stringify(readable(one)) === JSON.stringify(readable(other));
}

/** A payment belongs to one order. A rail that names another order later has a bug, and nothing is booked. */
async function savePayment(tx: Tx, row: typeof payment.$inferInsert): Promise<void> {
  const saved = await tx
    .insert(payment)
    .values(row)
    .onConflictDoUpdate({ target: payment.id, set: row, setWhere: eq(payment.orderRef, row.orderRef) })
    .returning({ id: payment.id });
  if (saved.length === 0) throw new Error(`The payment ${row.id} belongs to another order than ${row.orderRef}`);
}

/** Renewed offers would fill the timeline every quarter of an hour. */
const withoutTimelineEntry: ReadonlySet<string> = new Set(["offer_ended"]);

/** The version makes the email idempotent: once per decision, again for a later one. */
function payloadOf({ ref, version }: OrderRow, task: Task): Record<string, string> {
  return task.job === "email" ? { ref, kind: task.kind, version: String(version) } : { ref };
}

function sourceOf(by: EventSource) {
  if (typeof by === "string") return { source: by, actor: null, reason: null, override: {}, commandId: null };
  const override = by.anyway ? { anyway: by.anyway } : {};
  const commandId = by.commandId ?? null;
  return { source: "operator", actor: by.operator, reason: by.reason, override, commandId } as const;
}

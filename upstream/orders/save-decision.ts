import type { Tx } from "../db/database.ts";
import { pipeline } from "../db/pipeline.ts";
import { audit } from "../db/schema/service.ts";
import { orderWrites, saveOrder } from "../db/sql/update-order.ts";
import type { Writes } from "../db/sql/writes.ts";
import { requestPayout } from "../payouts/request-payout.ts";
import type { Context } from "../ports/context.ts";
import { recordMade } from "../staff/maker-entries.ts";
import { madeOnOrder } from "../staff/rules/order-facts.ts";
import { changesOf, readable } from "./audit-changes.ts";
import { destinationsOf } from "./order-destinations.ts";
import type { OrderRow } from "./order-facts-query.ts";
import type { Decision, OrderTask } from "./rules/decision.ts";
import type { EventSource, OrderEvent } from "./rules/order-event.ts";

/**
 * Writes a decision: the order, its payments and outgoing transfers, a timeline entry, and the jobs that follow. `movementIds`: the
 * outgoing transfers that the order had before. The order's own rows are left to the caller, who runs them with more.
 */
export async function saveDecision(
  ctx: Pick<Context, "ids" | "jobs" | "memberLimit" | "payoutOwners" | "policy">,
  tx: Tx,
  before: OrderRow,
  decision: Decision,
  { event, by, movementIds, now }: Cause & { movementIds: ReadonlySet<string>; now: Date },
): Promise<SavedDecision> {
  const { ref } = before;
  const after: OrderRow = { ...before, ...decision.order, checkedAt: now };
  const columns = changedColumns(before, after);
  const confirmed = {
    payments: decision.payments.map((row) => ({ ...row, orderRef: ref })),
    destinations: destinationsOf(before, after, { event, by, now }),
  };
  const movements = decision.outgoing.filter(({ id }) => movementIds.has(id));
  const requested = decision.outgoing.filter(({ id }) => !movementIds.has(id));
  // The policy reads them for a movement that is asked for.
  if (requested.length > 0) await saveOrder(tx, orderWrites(ref, confirmed));
  for (const row of requested) await requestPayout(ctx, tx, { ...row, orderRef: ref });
  const isSilent = decision.isQuiet || withoutTimelineEntry.has(event.name);
  const entry = isSilent ? null : timelineEntry(ctx, before, after, decision, { event, by, now });
  const writes = orderWrites(ref, { ...(requested.length === 0 && confirmed), movements, columns, event: entry });
  return {
    after,
    writes,
    async follow() {
      await pipeline(...decision.tasks.map((task) => ctx.jobs.send(tx, task.job, payloadOf(after, task))));
      if (entry?.by === "operator") await recordOperator(ctx, tx, { before, after, entry }, { event, by });
    },
  };
}

/** `writes` are still to be run, and then `follow`: the jobs, and what an operator's word leaves. */
type SavedDecision = { after: OrderRow; writes: Writes; follow(): Promise<void> };

type Cause = { event: OrderEvent; by: EventSource };

function timelineEntry(
  { ids }: Pick<Context, "ids">,
  before: OrderRow,
  after: OrderRow,
  decision: Decision,
  { event, by, now }: Cause & { now: Date },
) {
  const { source, actor, reason } = sourceOf(by);
  return {
    ...{ id: ids.newId("ev"), orderRef: before.ref, version: after.version, event: event.name },
    ...{ fromStatus: before.status, fromHoldReason: before.holdReason, toStatus: after.status },
    ...{ by: source, actor, note: reason ?? decision.note, at: now },
  };
}

async function recordOperator(
  ctx: Pick<Context, "ids">,
  tx: Tx,
  { before, after, entry }: { before: OrderRow; after: OrderRow; entry: ReturnType<typeof timelineEntry> },
  { event, by }: Cause,
): Promise<void> {
  const { override, commandId } = sourceOf(by);
  const { actor: name, note: reason, at } = entry;
  const actor = name ?? "operator";
  const id = ctx.ids.newId("aud");
  const details = { ...changesOf(before, after), event: readable(event), ...override };
  await tx.insert(audit).values({ id, actor, action: event.name, subject: before.ref, reason, details, commandId, at });
  const kind = madeOnOrder(event, before);
  const makerFacts = kind === null ? [] : [{ kind, about: "order", id: before.ref } as const];
  await recordMade(ctx, tx, { auditId: id, actor, commandId, now: at }, makerFacts);
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

function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object") return false;
  return JSON.stringify(readable(a)) === JSON.stringify(readable(b));
}

/** Renewed offers would fill the timeline every quarter of an hour. */
const withoutTimelineEntry: ReadonlySet<string> = new Set(["offer_ended"]);

/** The version makes the email idempotent: once per decision, again for a later one. */
function payloadOf({ ref, version }: OrderRow, task: OrderTask): Record<string, string> {
  return task.job === "email" ? { ref, kind: task.kind, version: String(version) } : { ref };
}

function sourceOf(by: EventSource) {
  if (typeof by === "string") return { source: by, actor: null, reason: null, override: {}, commandId: null };
  const override = by.anyway ? { anyway: by.anyway } : {};
  const commandId = by.commandId ?? null;
  return { source: "operator", actor: by.operator, reason: by.reason, override, commandId } as const;
}

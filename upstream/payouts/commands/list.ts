import { and, asc, desc, eq, inArray, lt } from "drizzle-orm";
import { z } from "zod/v4";
import { shownRef } from "../../../contract/order/order-number.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { asset, outgoing, payoutGuard, payoutStop, sweepPart } from "../../db/schema/index.ts";
import { limitArgument } from "../../operator/arguments.ts";
import { command, done, refused, type ShownRow } from "../../operator/command.ts";
import { movementStates } from "../../orders/rules/order-facts.ts";
import type { Context } from "../../ports/context.ts";
import type { Reading } from "../../ports/payout-rail.ts";
import { type Reason, secondPersonReasons } from "../../staff/second-person.ts";
import { type Movement, readMovement, selectMovements } from "../movement.ts";
import { movementArgument } from "./movement.ts";
import { operatorsOf } from "./operators-of.ts";

const openStates = ["waiting", "held", "approved", "prepared", "broadcast"] as const;

export const payoutCommands = [
  command({
    name: "payouts list",
    summary: "Payouts and refunds that are not sent yet, the longest waiting first, and what each waits for.",
    args: z.object({
      state: z.enum(movementStates).optional().describe("only this state; without it all that are not over"),
      limit: limitArgument,
    }),
    run: async (ctx, { state, limit }) => done(await movementRows(ctx, state ? [state] : openStates, limit)),
  }),
  command({
    name: "payouts show",
    summary: "One payout or refund: how far it is, who approved it, and what its rail says.",
    positional: ["id"],
    args: z.object({ id: movementArgument }),
    async run(ctx, { id }) {
      const movement = await readMovement(ctx.db.orm, id);
      if (!movement) return refused(`There is no payout ${id}.`);
      const reading = await readAtRail(ctx, movement).catch(() => ({ state: "no answer" as const }));
      return done({
        ...(await shownMovement(ctx, movement)),
        account: movement.account,
        approved_by: movement.approvedBy?.join(", ") ?? null,
        tx: movement.railTxId,
        rail_says: await readingText(ctx, reading),
        ...(movement.kind === "sweep" && { addresses: await addressesOf(ctx, movement) }),
        needs_second_person_for: (await reasonsOf(ctx, movement)).map(
          ({ id: entry, kind, actor }) => `${entry}: ${kind} of ${actor}`,
        ),
        operators_on_the_order: (await operatorsOf(ctx.db.orm, movement)).join(", "),
      });
    },
  }),
];

/** Of a sweep: what it moves from each address, and how that has ended. */
async function addressesOf({ db }: Context, { id, asset: of }: Movement): Promise<string> {
  const [row] = await db.orm.select({ decimals: asset.decimals }).from(asset).where(eq(asset.id, of));
  const parts = await db.orm.select().from(sweepPart).where(eq(sweepPart.sweepId, id)).orderBy(asc(sweepPart.address));
  return parts
    .map(({ address, amount, state, reason }) => {
      const partText = `${address} ${formatDecimal(amount, row?.decimals ?? 0)} ${state}`;
      return reason === null ? partText : `${partText} (${reason})`;
    })
    .join(", ");
}

function reasonsOf(ctx: Context, movement: Movement): Promise<Reason[]> {
  return ctx.db.transaction((tx) => secondPersonReasons(tx, movement, ctx.clock.now()));
}

/** Rows of movements in these states, and there since before `until`; the oldest first, ended ones newest first. */
export async function movementRows(
  ctx: Context,
  states: readonly Movement["state"][],
  limit: number,
  until?: Date,
): Promise<ShownRow[]> {
  const isOpen = states.every((state) => openStates.some((open) => open === state));
  const rows = await selectMovements(ctx.db.orm)
    .where(and(inArray(payoutGuard.state, [...states]), until && lt(payoutGuard.stateAt, until)))
    .orderBy(isOpen ? asc(outgoing.createdAt) : desc(outgoing.createdAt), asc(outgoing.id))
    .limit(limit);
  return Promise.all(
    rows.map(async (row) => ({ ...(await shownMovement(ctx, row)), ...(await shownProgress(ctx, row)) })),
  );
}

async function shownMovement(ctx: Context, row: Movement): Promise<ShownRow> {
  const [assetRow] = await ctx.db.orm.select().from(asset).where(eq(asset.id, row.asset));
  return {
    id: row.id,
    kind: row.kind,
    ref: row.orderRef === null ? row.withdrawalId : shownRef(row.orderRef),
    state: row.state,
    why: row.why,
    amount: `${formatDecimal(row.amount, assetRow?.decimals ?? 0)} ${row.asset}`,
    rail: row.rail,
    since: (row.stateAt ?? row.createdAt).toISOString(),
  };
}

/** How far its rail is with what is being sent; nothing of other movements, whose rails have nothing to say yet. */
async function shownProgress(ctx: Context, row: Movement): Promise<ShownRow> {
  if (row.state !== "broadcast") return {};
  const reading = await readAtRail(ctx, row).catch(() => ({ state: "no answer" as const }));
  return { rail_says: await readingText(ctx, reading) };
}

const waitTexts = {
  queued: "queued behind another transfer",
  too_cheap: "too cheap for the network now",
  in_pool: "in the network's pool",
  review: "under review at the payment service",
} as const;

async function readingText(ctx: Context, reading: Reading | { state: "no answer" }): Promise<string> {
  if (reading.state !== "pending" || reading.progress === undefined) return reading.state;
  const { waits, confirmations, required, fee } = reading.progress;
  const text = waits === "confirming" ? `confirming ${confirmations} of ${required}` : waitTexts[waits];
  if (fee === null) return text;
  const [paidIn] = await ctx.db.orm.select({ decimals: asset.decimals }).from(asset).where(eq(asset.id, fee.asset));
  return `${text}, fee ${formatDecimal(fee.amount, paidIn?.decimals ?? 0)} ${fee.asset}`;
}

/** Rails that an operator has stopped, and since when. */
export async function stopRows(ctx: Context): Promise<ShownRow[]> {
  const rows = await ctx.db.orm.select().from(payoutStop).orderBy(asc(payoutStop.rail));
  return rows.map(({ rail, actor, reason, at }) => {
    return { rail: rail === "*" ? "all" : rail, by: actor, reason, since: at.toISOString() };
  });
}

// Asynchronous, so that a rail that does not run is no answer either.
const readAtRail = async (ctx: Context, movement: Movement) => ctx.rails.payoutOf(movement).read(movement);

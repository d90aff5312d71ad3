import { and, desc, eq, gt, isNull, or } from "drizzle-orm";
import { z } from "zod/v4";
import type { Tx } from "../../db/database.ts";
import { partyBlock } from "../../db/schema/index.ts";
import { anywayArgument, flag, limitArgument, momentArgument, reasonArgument } from "../../operator/arguments.ts";
import { recordAudit } from "../../operator/audit.ts";
import { command, done, type Operator, refused } from "../../operator/command.ts";
import { secondLook } from "../../operator/second-look.ts";
import type { Context } from "../../ports/context.ts";
import { secondOfTwo } from "../../staff/pending-approval.ts";
import { blockKinds, isWideNetwork, readBlockValue } from "./rules/block-keys.ts";

const kindArgument = z
  .enum(blockKinds, { error: `One of ${blockKinds.join(", ")}.` })
  .describe(`what it names: ${blockKinds.join(", ")}`);
const valueArgument = z
  .string({ error: "Enter what is blocked." })
  .describe(
    "an email, a domain, a network as 203.0.113.0/24, an account at PayPal, an address on a chain, or a full name",
  );

type Block = typeof partyBlock.$inferSelect;

/**
 * Blocked customers: refused at the first steps of an order and where an account is named; held at a payment, before a deposit is
 * credited and before money leaves.
 */
export const blockCommands = [
  command({
    name: "blocklist list",
    summary: "Whom we refuse and why, the last added first; with --all also what is over.",
    args: z.object({ all: flag("also those that were removed or have ended"), limit: limitArgument }),
    async run(ctx, { all, limit }) {
      const now = ctx.clock.now();
      const rows = await ctx.db.orm
        .select()
        .from(partyBlock)
        .where(
          all ? undefined : and(isNull(partyBlock.removedAt), or(isNull(partyBlock.until), gt(partyBlock.until, now))),
        )
        .orderBy(desc(partyBlock.addedAt), desc(partyBlock.id))
        .limit(limit);
      return done(rows.map((row) => blockRow(row, now)));
    },
  }),
  command({
    name: "blocklist add",
    summary: "Refuses orders and withdrawals of an email, domain, network, PayPal account, crypto address or name.",
    changes: { asks: "the network is wider than /16, in IPv6 than /32" },
    positional: ["kind", "value"],
    args: z.object({
      kind: kindArgument,
      value: valueArgument,
      until: momentArgument.optional().describe("the time it ends by itself, 2026-12-31T08:00:00Z; without it never"),
      reason: reasonArgument,
      anyway: anywayArgument,
    }),
    async run(ctx, { kind, value: typed, until, reason, anyway }, operator) {
      const now = ctx.clock.now();
      const value = readBlockValue(kind, typed);
      if (value === undefined) return refused(`"${typed}" is not of the kind ${kind}.`);
      if (until && until <= now) return refused("The end is in the past.");
      const isWide = kind === "network" && isWideNetwork(value);
      const override = secondLook(anyway, [isWide ? `${value} has very many addresses.` : null]);
      const id = ctx.ids.newId("blk");
      const row = { id, kind, value, reason, addedBy: operator.name, addedAt: now, until: until ?? null };
      const existingBlock = await ctx.db.transaction(async (tx) => {
        await closeExpired(tx, row, now);
        const [added] = await tx.insert(partyBlock).values(row).onConflictDoNothing().returning();
        if (!added) return blockInForce(tx, row);
        await audited(ctx, tx, operator, { action: "blocklist add", row: added, reason, override });
        return undefined;
      });
      if (existingBlock)
        return refused(`${value} has been blocked since ${existingBlock.addedAt.toISOString()}: ${existingBlock.id}.`);
      return done({ id, kind, value, until: until?.toISOString() ?? "until it is removed" });
    },
  }),
  command({
    name: "blocklist remove",
    summary:
      "Ends a block once a second person gives the same command. What it has held stays held until it is approved.",
    changes: { asksNothing: "a second person gives it too, and blocklist add makes it again" },
    positional: ["id"],
    args: z.object({
      id: z.string({ error: "Enter the block." }).describe("block, as in `blocklist list`"),
      reason: reasonArgument,
    }),
    async run(ctx, { id, reason }, operator) {
      const removed = await ctx.db.transaction(async (tx) => {
        const [existing] = await tx.select().from(partyBlock).where(isInForce(id)).for("update");
        if (!existing) return undefined;
        if ((await secondOfTwo(ctx, tx, operator, `blocklist remove ${id}`)) === "waits") {
          await audited(ctx, tx, operator, { action: "blocklist remove asked", row: existing, reason, override: {} });
          return "waits";
        }
        const [row] = await tx
          .update(partyBlock)
          .set({ removedBy: operator.name, removedAt: ctx.clock.now() })
          .where(isInForce(id))
          .returning();
        if (row) await audited(ctx, tx, operator, { action: "blocklist remove", row, reason, override: {} });
        return row;
      });
      if (!removed) return refused(`There is no block ${id}, or it was removed before.`);
      if (removed === "waits") return done({ id, state: "blocked until a second person removes it, too" });
      return done({ id, kind: removed.kind, value: removed.value, state: "removed" });
    },
  }),
];

const isInForce = (id: string) => and(eq(partyBlock.id, id), isNull(partyBlock.removedAt));

const isOver = ({ removedAt, until }: Block, now: Date) => removedAt !== null || (until !== null && until <= now);

function blockRow(row: Block, now: Date) {
  const { id, kind, value, reason, until } = row;
  return {
    ...{ id, kind, value, reason, state: isOver(row, now) ? "over" : "blocked", until: until?.toISOString() ?? null },
    ...{ added_by: row.addedBy, added_at: row.addedAt.toISOString() },
    ...{ removed_by: row.removedBy, removed_at: row.removedAt?.toISOString() ?? null },
  };
}

const isSameBlock = ({ kind, value }: Pick<Block, "kind" | "value">) =>
  and(eq(partyBlock.kind, kind), eq(partyBlock.value, value), isNull(partyBlock.removedAt));

async function blockInForce(tx: Tx, block: Pick<Block, "kind" | "value">): Promise<Block | undefined> {
  const [row] = await tx.select().from(partyBlock).where(isSameBlock(block));
  return row;
}

/** An expired block is closed, so that the same value can be blocked again. */
async function closeExpired(tx: Tx, block: Pick<Block, "kind" | "value" | "addedBy">, now: Date): Promise<void> {
  const existingBlock = await blockInForce(tx, block);
  if (!existingBlock || !isOver(existingBlock, now)) return;
  await tx
    .update(partyBlock)
    .set({ removedBy: block.addedBy, removedAt: now })
    .where(eq(partyBlock.id, existingBlock.id));
}

type Change = {
  action: "blocklist add" | "blocklist remove" | "blocklist remove asked";
  row: Block;
  reason: string;
  override: object;
};

function audited(ctx: Context, tx: Tx, operator: Operator, { action, row, reason, override }: Change): Promise<void> {
  const { kind, value, until } = row;
  const after = action === "blocklist add" ? "blocked" : action === "blocklist remove" ? "removed" : "blocked";
  const details = { kind, value, after, until: until?.toISOString() ?? null, ...override };
  return recordAudit(ctx, tx, operator, { action, subject: row.id, reason, details });
}

import { eq, gt, inArray, max } from "drizzle-orm";
import { formatDecimal } from "../../contract/values/decimal.ts";
import type { Database, Tx } from "../db/database.ts";
import { asset, audit, transfer } from "../db/schema/index.ts";
import { openMarket } from "../orders/quotes/market.ts";
import type { Context } from "../ports/context.ts";
import type { Jobs } from "../ports/jobs.ts";
import type { PayoutRail } from "../ports/payout-rail.ts";
import { type PayinRail, type Rails, RailUnavailable } from "../ports/rail.ts";
import type { Outcome, ShownRow } from "./command.ts";

/** What a command would answer and change. `jobs`: emails and transfers that it would queue. */
export type Rehearsal = {
  outcome: Outcome;
  changes: ShownRow[];
  transfers: ShownRow[];
  jobs: ShownRow[];
  /** The rail's answer decides too, and a rehearsal does not ask it. */
  isRailNeeded: boolean;
};

/** Ends the transaction of a rehearsal. */
class RolledBack extends Error {
  constructor(readonly rehearsal: Rehearsal) {
    super("rolled back");
  }
}

/**
 * Runs a command in a transaction that is always rolled back: its own transactions are savepoints there, jobs are only
 * noted and no rail is asked. Rates are those of just before.
 */
export async function rehearse(ctx: Context, run: (ctx: Context) => Promise<Outcome>): Promise<Rehearsal> {
  await ctx.rates.refresh();
  try {
    return await ctx.db.transaction(async (tx) => {
      // One snapshot, so that what others book meanwhile is not taken for the command's own.
      await tx.setTransaction({ isolationLevel: "repeatable read" });
      throw new RolledBack(await rehearsed(ctx, tx, run));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.rehearsal;
    throw error;
  }
}

async function rehearsed(ctx: Context, tx: Tx, run: (ctx: Context) => Promise<Outcome>): Promise<Rehearsal> {
  const [last] = await tx.select({ seq: max(transfer.seq) }).from(transfer);
  const noted = { ids: [] as string[], jobs: [] as ShownRow[], isRailNeeded: false };
  const ids = {
    ...ctx.ids,
    newId(prefix: string) {
      const id = ctx.ids.newId(prefix);
      if (prefix === "aud") noted.ids.push(id);
      return id;
    },
  };
  const jobs: Jobs = {
    async send(_tx, name, payload) {
      noted.jobs.push({ job: name, ...payload });
    },
    wakeWorkers() {},
  };
  const db = within(ctx.db, tx);
  const rates = { ...ctx.rates, refresh: async () => {} };
  const rails = silent(ctx.rails, () => {
    noted.isRailNeeded = true;
  });
  const feesFollow = ctx.env.FEES_FOLLOW_NETWORK === "on";
  const payoutCaps = ctx.env.PAYOUT_CAPS;
  const hasFloor = ctx.env.PRICE_FLOOR === "on";
  const market = openMarket({ orm: db.orm, rates, rails, clock: ctx.clock, feesFollow, hasFloor, payoutCaps }, () => 0);
  const outcome = await run({ ...ctx, db, ids, jobs, rates, rails, market });
  return {
    outcome,
    changes: await changesOf(tx, noted.ids),
    transfers: await transfersAfter(tx, last?.seq ?? 0n),
    jobs: noted.jobs,
    isRailNeeded: noted.isRailNeeded,
  };
}

/** The database as seen and written inside one transaction. */
function within(db: Database, tx: Tx): Database {
  return {
    ...db,
    orm: tx,
    transaction: (work) => tx.transaction(work),
    query: db.rawIn(tx),
  };
}

/** Rails that name themselves and do nothing. A transfer counts as never sent. */
function silent(rails: Rails, onRead: () => void): Rails {
  const unavailable = async () => {
    throw new RailUnavailable("A dry run asks no rail");
  };
  const silentPayout = ({ id, gas, sweepGas, gasNow, hotAddress, withinMinutes }: PayoutRail): PayoutRail => ({
    ...{ id, gas, sweepGas, gasNow, hotAddress, withinMinutes },
    prepare: unavailable,
    broadcast: unavailable,
    async read() {
      onRead();
      return { state: "unknown" };
    },
  });
  const silentPayin = ({ id }: PayinRail): PayinRail => ({
    ...{ id, issue: unavailable, withdraw: unavailable },
    async reconcile() {
      onRead();
      return false;
    },
  });
  const silentStatement = async () => {
    onRead();
    return unavailable();
  };
  return {
    ...rails,
    payinFor: (asset, method) => silentPayin(rails.payinFor(asset, method)),
    payinOf: (instructions) => silentPayin(rails.payinOf(instructions)),
    payoutFor: (asset) => silentPayout(rails.payoutFor(asset)),
    payoutsOf: (asset) => rails.payoutsOf(asset).map(silentPayout),
    payoutOf: (movement) => silentPayout(rails.payoutOf(movement)),
    statements: () => rails.statements().map(({ rail, take }) => ({ rail, take: take && silentStatement })),
  };
}

async function changesOf(tx: Tx, ids: string[]): Promise<ShownRow[]> {
  const rows = await tx.select().from(audit).where(inArray(audit.id, ids)).orderBy(audit.id);
  return rows.map(({ action, subject, details: { anyway: _, ...details } }) => {
    return { action, subject, details: JSON.stringify(details) };
  });
}

async function transfersAfter(tx: Tx, seq: bigint): Promise<ShownRow[]> {
  const rows = await tx
    .select({ row: transfer, decimals: asset.decimals })
    .from(transfer)
    .leftJoin(asset, eq(asset.id, transfer.asset))
    .where(gt(transfer.seq, seq))
    .orderBy(transfer.seq);
  return rows.map(({ row, decimals }) => ({
    kind: row.kind,
    code: row.code,
    amount: `${formatDecimal(row.amount, decimals ?? 0)} ${row.asset}`,
    debit: row.debitAccount,
    credit: row.creditAccount,
  }));
}

import { outgoing } from "../../../upstream/db/schema/index.ts";
import { accounts } from "../../../upstream/domain/ledger/booking.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import type { TestContext } from "../service/context.ts";
import type { HostileBook } from "./hostile-book.ts";
import { paidIn } from "./movement-desk.ts";

/** Where the movements of a proof leave from, and what pays their network fees. */
export const places = [
  { rail: "sandbox-paypal", asset: "paypal-usd" },
  { rail: "sandbox-tron", asset: "usdt-trc20" },
  { rail: "sandbox-tron", asset: "trx" },
];

type Row = Pick<typeof outgoing.$inferSelect, "id" | "status" | "state" | "railTxId">;
/** Our side: every movement, what customers have paid in, the balance of each place, and what the audit objects to. */
export type OurBooks = {
  rows: Row[];
  paid: ReadonlyMap<string, bigint>;
  balances: readonly bigint[];
  violations: string[];
};

export async function readOurBooks(ctx: TestContext): Promise<OurBooks> {
  const { id, status, state, railTxId } = outgoing;
  return {
    rows: await ctx.db.orm.select({ id, status, state, railTxId }).from(outgoing),
    paid: await paidIn(ctx),
    balances: await balancesOf(ctx),
    violations: (await verify(ctx.db)).map(({ sentence }) => sentence),
  };
}

export function balancesOf(ctx: TestContext): Promise<bigint[]> {
  return Promise.all(places.map(({ rail, asset }) => available(ctx.db.orm, accounts.rail(rail, asset))));
}

const statusOf = { pooled: "sending", settled: "sent", reverted: "failed", void: "failed", returned: "returned" };

/** Compares every movement by its id, then every place to the unit. `before`: the balances before the first movement. */
export function differences(ours: OurBooks, book: HostileBook, before: readonly bigint[]): string[] {
  const { rows, paid, balances } = ours;
  const found = rows.flatMap(({ id, status, state, railTxId }) => {
    const entry = book.entries.get(id);
    const expected = entry ? statusOf[entry.state] : "failed";
    const isNamed = status !== "sent" || (entry !== undefined && railTxId === book.txId(entry));
    return status === expected && isNamed ? [] : [`${id} is ${status} (${state}), at the rail ${entry?.state}`];
  });
  const ids = new Set(rows.map(({ id }) => id));
  const unknown = [...book.entries.keys()].filter((id) => !ids.has(id)).map((id) => `${id} is in the rail's book only`);
  const wrong = places.flatMap(({ rail, asset }, at) => {
    const start = (before[at] ?? 0n) + (paid.get(`${rail}:${asset}`) ?? 0n);
    const there = start - book.outflow(asset) - book.fees(asset);
    const name = `${rail}:${asset}`;
    return there === balances[at] ? [] : [`${name} has ${there} at the rail and ${balances[at]} in the ledger`];
  });
  return [...book.faults, ...found, ...unknown, ...wrong, ...ours.violations];
}

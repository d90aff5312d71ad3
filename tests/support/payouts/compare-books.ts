import { like } from "drizzle-orm";
import { account } from "../../../upstream/db/schema/index.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { availableOf } from "../../../upstream/ledger/state.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { type Movement, selectMovements } from "../../../upstream/payouts/movement.ts";
import { networkOf, railId } from "../../../upstream/rails/sandbox/network.ts";
import type { TestContext } from "../service/context.ts";
import type { HostileBook } from "./hostile-book.ts";
import { paidIn } from "./movement-desk.ts";

/** What pays the movements of a proof and their network fees, funded before the first of them. */
export const fundedAssets = ["paypal-usd", "usdt-trc20", "trx"];

/** Minor units by account of the ledger: every place at a rail where money of ours lies, hot or at deposit addresses. */
export type Balances = ReadonlyMap<string, bigint>;

type Row = Pick<Movement, "id" | "status" | "state" | "railTxId">;
/** Our side: every movement, what customers have paid in, the balance of each place, and what the audit objects to. */
export type OurBooks = { rows: Row[]; paid: Balances; balances: Balances; violations: string[] };

export async function readOurBooks(ctx: TestContext): Promise<OurBooks> {
  return {
    rows: await selectMovements(ctx.db.orm),
    paid: await paidIn(ctx),
    balances: await balancesOf(ctx),
    violations: (await verify(ctx.db)).map(({ sentence }) => sentence),
  };
}

export async function balancesOf(ctx: TestContext): Promise<Balances> {
  const rows = await ctx.db.orm.select().from(account).where(like(account.id, "assets:%"));
  return new Map(rows.map((row) => [row.id, availableOf(row)]));
}

const statusOf = { pooled: "sending", settled: "sent", reverted: "failed", void: "failed", returned: "returned" };

/** Compares every movement by its id, then every place to the unit. `before`: the balances before the first movement. */
export function differences(ours: OurBooks, book: HostileBook, before: Balances): string[] {
  const faults = ours.rows.flatMap(({ id, status, state, railTxId }) => {
    const entry = book.entries.get(id);
    const expected = entry ? statusOf[entry.state] : "failed";
    const isNamed = status !== "sent" || (entry !== undefined && railTxId === book.txId(entry));
    return status === expected && isNamed ? [] : [`${id} is ${status} (${state}), at the rail ${entry?.state}`];
  });
  const ids = new Set(ours.rows.map(({ id }) => id));
  const unknown = [...book.entries.keys()].filter((id) => !ids.has(id)).map((id) => `${id} is in the rail's book only`);
  const atRail = sumOf(before, ours.paid, movedAt(book));
  const places = new Set([...atRail.keys(), ...ours.balances.keys()]);
  const wrong = [...places].flatMap((place) => {
    const there = atRail.get(place) ?? 0n;
    const booked = ours.balances.get(place) ?? 0n;
    return there === booked ? [] : [`${place} has ${there} at the rail and ${booked} in the ledger`];
  });
  return [...book.faults, ...faults, ...unknown, ...wrong, ...ours.violations];
}

/** By how much the rail's own book has changed each place: what left, was swept or came back, and network fees. */
function movedAt(book: HostileBook): Balances {
  const of = book.assets.map((asset): Balances => {
    const rail = railId(networkOf(asset) ?? "paypal");
    const swept = book.swept(asset);
    return new Map([
      [accounts.rail(rail, asset), swept - book.outflow(asset) - book.fees(asset)],
      [accounts.deposits(rail, asset), -swept],
    ]);
  });
  return sumOf(...of);
}

function sumOf(...parts: Balances[]): Balances {
  const sum = new Map<string, bigint>();
  for (const [place, amount] of parts.flatMap((part) => [...part])) sum.set(place, (sum.get(place) ?? 0n) + amount);
  return sum;
}

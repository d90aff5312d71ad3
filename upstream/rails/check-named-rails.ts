import { and, count, eq, inArray, isNotNull, isNull, notInArray, or, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { openStatuses } from "../../contract/order/order-states.ts";
import type { Orm } from "../db/database.ts";
import { evmAddress, order, outgoing, walletAddress } from "../db/schema/index.ts";
import type { Rails } from "../ports/rail.ts";

/**
 * Refuses a start whose `RAILS` names no rail for what only one rail can go on with: transfers being sent, open orders that it
 * has issued instructions for, and addresses that are watched for ever: of wallets, and on Ethereum of ended orders, too; or no
 * rail at all that could pay out an open order. Throws an error that names every rail and asset with the counts.
 */
export async function checkNamedRails(
  reader: Pick<Orm, "select">,
  rails: Pick<Rails, "runs" | "payoutRail" | "statements">,
  setting: string,
): Promise<void> {
  const missing = (await usesOfRails(reader)).filter(({ rail, asset: id }) =>
    rail === null ? rails.payoutRail(id) === undefined : !rails.runs({ rail, asset: id }),
  );
  const ofEndedOrders = rails.statements().some(({ rail }) => rail === watching)
    ? 0
    : await watchedOfEndedOrders(reader);
  if (missing.length === 0 && ofEndedOrders === 0) return;
  const nameOf = ({ rail, asset: id }: { rail: string | null; asset: string }) =>
    rail === null ? `no rail for ${id}` : `${rail} (${id})`;
  const names = [...new Set(missing.map(nameOf))].sort();
  const reasons = names.map((name) => {
    const uses = missing.filter((use) => nameOf(use) === name);
    return `${name} has ${uses.map(({ use, rows }) => sentences[use](rows)).join(", ")}`;
  });
  if (ofEndedOrders > 0) reasons.push(`${watching} has ${addresses(ofEndedOrders)} of ended orders`);
  throw new Error(
    `RAILS is ${setting}, and no rail that it names can go on with this: ${reasons.join("; ")}. ${advice}`,
  );
}

type Use = "movement" | "order" | "payout" | "address";

const sentences: Record<Use, (rows: number) => string> = {
  movement: (rows) => `${rows} transfer${rows === 1 ? "" : "s"} being sent`,
  order: (rows) => `${rows} open order${rows === 1 ? "" : "s"}`,
  payout: (rows) => `${rows} open order${rows === 1 ? "" : "s"} to be paid out in it`,
  address: (rows) => `${addresses(rows)} of wallets`,
};
const addresses = (rows: number) => `${rows} deposit address${rows === 1 ? "" : "es"}`;
const advice = "Name those rails in RAILS again; see docs/operating/rails.md, Taking a rail out.";

/** What needs the rail that its row names, counted by rail and asset. */
function usesOfRails(reader: Pick<Orm, "select">) {
  const rows = sql<number>`${count()}::int`;
  return unionAll(
    reader
      .select({ use: sql<Use>`'movement'`, rail: sql<string | null>`${outgoing.rail}`, asset: outgoing.asset, rows })
      .from(outgoing)
      .where(eq(outgoing.status, sql`'sending'`))
      .groupBy(outgoing.rail, outgoing.asset),
    reader
      .select({ use: sql<Use>`'order'`, rail: sql<string | null>`${order.payinRail}`, asset: order.fromAsset, rows })
      .from(order)
      .where(and(isNotNull(order.payinRail), inArray(order.status, [...openStatuses])))
      .groupBy(order.payinRail, order.fromAsset),
    reader
      .select({ use: sql<Use>`'payout'`, rail: sql<string | null>`null::text`, asset: order.toAsset, rows })
      .from(order)
      .where(and(isNotNull(order.payinMethod), inArray(order.status, [...openStatuses])))
      .groupBy(order.toAsset),
    reader
      .select({
        use: sql<Use>`'address'`,
        rail: sql<string | null>`${walletAddress.rail}`,
        asset: walletAddress.asset,
        rows,
      })
      .from(walletAddress)
      .groupBy(walletAddress.rail, walletAddress.asset),
  );
}

/** The rail, by its name in `RAILS`, whose order addresses can be paid at any time and that alone sees these payments. */
const watching = "evm";

/** An address takes every asset of its network, so these are not counted by asset. Also of drafts that were deleted. */
async function watchedOfEndedOrders(reader: Pick<Orm, "select">): Promise<number> {
  const [row] = await reader
    .select({ rows: count() })
    .from(evmAddress)
    .leftJoin(order, eq(order.ref, evmAddress.orderRef))
    .where(and(isNotNull(evmAddress.orderRef), or(isNull(order.ref), notInArray(order.status, [...openStatuses]))));
  return row?.rows ?? 0;
}

import { and, count, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { openStatuses } from "../../contract/order/order-states.ts";
import type { Orm } from "../db/database.ts";
import { order, outgoing, walletAddress } from "../db/schema/index.ts";
import type { Rails } from "../ports/rail.ts";

/**
 * Refuses a start whose `RAILS` names no rail for what only one rail can go on with: transfers being sent, open orders that it
 * has issued instructions for, and deposit addresses, which are watched for ever. Ended orders need no rail. Throws an error
 * that names every rail and asset with the counts.
 */
export async function checkNamedRails(
  reader: Pick<Orm, "select">,
  rails: Pick<Rails, "runs">,
  setting: string,
): Promise<void> {
  const missing = (await usesOfRails(reader)).filter(({ rail, asset }) => !rails.runs({ rail, asset }));
  if (missing.length === 0) return;
  const places = [...new Set(missing.map(({ rail, asset }) => `${rail} (${asset})`))].sort();
  const reasons = places.map((place) => {
    const uses = missing.filter(({ rail, asset }) => `${rail} (${asset})` === place);
    return `${place} has ${uses.map(({ use, rows }) => sentences[use](rows)).join(", ")}`;
  });
  throw new Error(
    `RAILS is ${setting}, and no rail that it names can go on with this: ${reasons.join("; ")}. ${advice}`,
  );
}

type Use = "movement" | "order" | "address";

const sentences: Record<Use, (rows: number) => string> = {
  movement: (rows) => `${rows} transfer${rows === 1 ? "" : "s"} being sent`,
  order: (rows) => `${rows} open order${rows === 1 ? "" : "s"}`,
  address: (rows) => `${rows} deposit address${rows === 1 ? "" : "es"} of wallets`,
};
const advice = "Name those rails in RAILS again; see docs/operating.md, Taking a rail out.";

/** What needs the rail that its row names, counted by rail and asset. */
function usesOfRails(reader: Pick<Orm, "select">) {
  const rows = sql<number>`${count()}::int`;
  return unionAll(
    reader
      .select({ use: sql<Use>`'movement'`, rail: outgoing.rail, asset: outgoing.asset, rows })
      .from(outgoing)
      .where(eq(outgoing.status, sql`'sending'`))
      .groupBy(outgoing.rail, outgoing.asset),
    reader
      .select({ use: sql<Use>`'order'`, rail: sql<string>`${order.payinRail}`, asset: order.fromAsset, rows })
      .from(order)
      .where(and(isNotNull(order.payinRail), inArray(order.status, [...openStatuses])))
      .groupBy(order.payinRail, order.fromAsset),
    reader
      .select({ use: sql<Use>`'address'`, rail: walletAddress.rail, asset: walletAddress.asset, rows })
      .from(walletAddress)
      .groupBy(walletAddress.rail, walletAddress.asset),
  );
}

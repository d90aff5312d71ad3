import { inArray } from "drizzle-orm";
import { openDatabase } from "../../../upstream/db/open.ts";
import { payoutGuard } from "../../../upstream/db/schema/index.ts";
import { chainDifferences } from "../../support/evm/sweep-exchange.ts";
import type { World } from "./world.ts";

/** Where database and chain differ, as sentences, to the unit and to the wei; the service has ended. */
export async function differencesToChain({ exchange, node, hot, gas, token }: World): Promise<string[]> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = "" } = exchange.settings;
  const { db } = await openDatabase(databaseUrl === undefined ? { dataDir } : { databaseUrl, dataDir });
  try {
    const open = inArray(payoutGuard.state, ["waiting", "approved", "prepared", "broadcast", "held"]);
    const waiting = await db.orm.select().from(payoutGuard).where(open);
    return [
      ...(await chainDifferences({ db }, node.chain, { hot, gas, usdt: token })),
      ...waiting.map(({ outgoingId, state, why }) => `${outgoingId} is ${state}: ${why}`),
    ];
  } finally {
    await db.close();
  }
}

import type { Logger } from "pino";
import { HistoryFault } from "../db/history/history-mark.ts";
import { type OpenDatabase, openDatabase, type Use } from "../db/open.ts";
import { retryWhileDown } from "../db/retry-while-down.ts";
import { beginMarket } from "../market/demo/begin-market.ts";
import { databaseLocationOf, isPublic, type UpstreamEnv } from "../settings/env.ts";
import { createUpstream, mailerOf, type Parts, type Upstream } from "./app.ts";
import { openClock } from "./clock.ts";
import { reportHistoryFault } from "./history-alarm.ts";
import { randomIds } from "./ids.ts";

/**
 * The service over the configured database, not started yet. `stop` also closes the database. Assets of simulated rails get
 * the demo market where it is missing, on a public exchange a closed one; others are added by commands. Each step waits up to a minute for a database that is down or
 * slow. Throws `DataFolderTaken` when another process has the embedded database.
 */
export async function openUpstream(
  env: UpstreamEnv,
  log: Logger,
  use: Use = "service",
  more: Pick<Parts, "metrics" | "tracing" | "places"> = {},
): Promise<Upstream & Pick<OpenDatabase, "fault">> {
  const { db, history, fault, serveOperator } = await opened(env, log, use);
  const clock = await retryWhileDown(() => openClock(db, env.SANDBOX_CLOCK));
  const upstream = createUpstream({ db, env, clock, ids: randomIds, log, history, ...more });
  history.onFault((fault) => void reportHistoryFault(fault, upstream.mailer, log, new Date()));
  const { rails, market } = upstream.context;
  const { hasSimulated, isSimulated } = rails;
  if (hasSimulated) await retryWhileDown(() => beginMarket(db, marketToBegin(env, use), clock.now(), isSimulated));
  market.changed();
  // Loaded for the first command: most processes get none.
  serveOperator(async (line) => {
    const { commandHandler } = await import("./run-command.ts");
    return commandHandler(upstream.context)(line);
  });
  return {
    ...upstream,
    fault,
    async stop() {
      await upstream.stop();
      await db.close();
    },
  };
}

/**
 * What a first start here begins with. A command on PostgreSQL decides nothing: it may come before the first start of the
 * service, and without the settings that say where that will be.
 */
function marketToBegin(env: UpstreamEnv, use: Use) {
  if (use === "operator" && env.DATABASE_URL !== undefined) return null;
  return isPublic(env) ? "closed" : "demo";
}

async function opened(env: UpstreamEnv, log: Logger, use: Use): Promise<OpenDatabase> {
  try {
    return await openDatabase(databaseLocationOf(env), use);
  } catch (error) {
    if (error instanceof HistoryFault) await reportHistoryFault(error, mailerOf(env), log, new Date());
    throw error;
  }
}

import type { Logger } from "pino";
import { createUpstream, type Upstream } from "./app.ts";
import { openClock } from "./clock.ts";
import { openDatabase, type Use } from "./db/open.ts";
import { seed } from "./demo/seed.ts";
import type { UpstreamEnv } from "./env.ts";
import { randomIds } from "./ids.ts";
import { commandAnswers } from "./operator/command-request.ts";

/**
 * The service over the configured database, not started yet. `stop` also closes the database. A sandbox gets the demo
 * market where it is missing. Throws `DataFolderTaken` when another process has the embedded database.
 */
export async function openUpstream(env: UpstreamEnv, log: Logger, use: Use = "service"): Promise<Upstream> {
  const where = env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : { dataDir: env.DATA_DIR };
  const { db, serveOperator } = await openDatabase(where, use);
  const clock = await openClock(db, env.SANDBOX_CLOCK);
  const upstream = createUpstream({ db, env, clock, ids: randomIds, log });
  const { rails, market } = upstream.context;
  if (rails.sandbox) await seed(db, clock.now());
  market.changed();
  serveOperator(commandAnswers(upstream.context));
  return {
    ...upstream,
    async stop() {
      await upstream.stop();
      await db.close();
    },
  };
}

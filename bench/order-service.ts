import { serve } from "@hono/node-server";
import { openUpstream } from "../upstream/program/open.ts";
import { registeredRails } from "../upstream/rails/registered.ts";
import { processEnv } from "../upstream/settings/env.ts";
import { createLog } from "../upstream/shared/log.ts";

/** The service without background work: queued emails stay in the queue. */
const env = processEnv(registeredRails);
const upstream = await openUpstream(env, createLog(env.LOG_LEVEL));
const server = serve({
  hostname: env.HOST,
  port: env.PORT,
  fetch: (request, { incoming }) =>
    upstream.fetch(request, { address: incoming.socket.remoteAddress ?? null, isTrusted: false }),
});
process.once("SIGTERM", () => {
  server.close();
  process.exit(0);
});

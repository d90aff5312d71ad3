/**
 * The service of `tests/proof/evm.ts`: the real program, except that an order may join the coins of the test chain with simulated PayPal,
 * which a start keeps apart.
 */
import { once } from "node:events";
import { serve } from "@hono/node-server";
import { openUpstream } from "../../../upstream/program/open.ts";
import { registeredRails } from "../../../upstream/rails/registered.ts";
import { processEnv } from "../../../upstream/settings/env.ts";
import { createLog } from "../../../upstream/shared/log.ts";
import { endOnUncaughtError } from "../../../upstream/shared/report-failure.ts";

endOnUncaughtError("the service ends after an uncaught error");
const env = processEnv(registeredRails);
const upstream = await openUpstream(env, createLog(env.LOG_LEVEL), "service");
Object.assign(upstream.context.rails, { isSimulated: () => true });
upstream.context.market.changed();
await upstream.start();
const server = serve({
  hostname: env.HOST,
  port: env.PORT,
  fetch: (request, { incoming }) =>
    upstream.fetch(request, { address: incoming.socket.remoteAddress ?? null, isTrusted: false }),
});
await once(server, "listening");
process.once("SIGTERM", async () => {
  server.close();
  await upstream.stop();
  process.exit(0);
});

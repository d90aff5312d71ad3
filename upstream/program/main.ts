import { once } from "node:events";
import type { Server } from "node:http";
import { callPlaces } from "../http/call-places.ts";
import { serviceServer } from "../http/server/service-server.ts";
import { openMetrics } from "../observability/metrics/open-metrics.ts";
import { openTracing } from "../observability/tracing/open-tracing.ts";
import type { Tracing } from "../observability/tracing/tracing.ts";
import { registeredRails } from "../rails/registered.ts";
import { processEnv } from "../settings/env.ts";
import { createLog } from "../shared/log.ts";
import { endOnUncaughtError, reportEnd } from "../shared/report-failure.ts";
import { withTimeout } from "../shared/with-timeout.ts";
import type { Upstream } from "./app.ts";
import { giveWay } from "./give-way.ts";
import { openUpstream } from "./open.ts";

endOnUncaughtError("the service ends after an uncaught error");
/** The stand-alone service. It listens once it is ready, and on SIGTERM ends after finishing its work. */
const env = processEnv(registeredRails);
giveWay(env);
const log = createLog(env.LOG_LEVEL);
const drainMs = 3000;

try {
  const metrics = await openMetrics(env);
  const tracing = await openTracing(env, "kursa-service");
  const places = callPlaces({ elapsedMs: () => performance.now() });
  const upstream = await openUpstream(env, log, "service", { metrics, tracing, places });
  await upstream.start();
  metrics?.ready(upstream.ready);
  let unanswered = 0;
  metrics?.inFlight(() => unanswered);
  const server = serviceServer(
    {
      async fetch(request, peer) {
        unanswered += 1;
        return upstream.fetch(request, peer).finally(() => {
          unanswered -= 1;
        });
      },
    },
    { clientSecret: env.API_CLIENT_SECRET, elapsedMs: () => performance.now() },
  );
  server.listen(env.PORT, env.HOST);
  await once(server, "listening");
  log.info({ host: env.HOST, port: env.PORT }, "listening");
  endOnSignal(server, upstream, tracing);
} catch (error) {
  reportEnd("the service cannot start", error);
  process.exit(1);
}

function endOnSignal(server: Server, upstream: Upstream, tracing: Tracing | undefined): void {
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    upstream.endStreams();
    const closed = new Promise<unknown>((resolve) => server.close(resolve));
    server.closeIdleConnections();
    await withTimeout(closed, drainMs, undefined);
    server.closeAllConnections();
    await upstream.stop();
    await tracing?.stop();
    process.exit(0);
  };
  process.once("SIGTERM", () => void end());
  process.once("SIGINT", () => void end());
}

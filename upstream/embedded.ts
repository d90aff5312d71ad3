import type { DestinationStream } from "pino";
import type { Upstream } from "./app.ts";
import { embeddedEnv } from "./env.ts";
import { createLog } from "./log.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { openUpstream } from "./open.ts";
import { registeredRails } from "./rails/registered.ts";
import type { Tracing } from "./tracing/tracing.ts";

/** The running service inside the website's process. It logs to `destination`; the website stops it. */
export async function embeddedUpstream(
  destination: DestinationStream,
  metrics: Metrics | undefined,
  tracing: Tracing | undefined,
): Promise<Pick<Upstream, "answers" | "fetch" | "onMarketChange" | "ready" | "stop">> {
  const env = embeddedEnv(registeredRails);
  const upstream = await openUpstream(env, createLog(env.LOG_LEVEL, destination), "service", { metrics, tracing });
  await upstream.start();
  return upstream;
}

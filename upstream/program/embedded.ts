import type { DestinationStream } from "pino";
import type { Metrics } from "../observability/metrics/metrics.ts";
import type { Tracing } from "../observability/tracing/tracing.ts";
import { registeredRails } from "../rails/registered.ts";
import { embeddedEnv } from "../settings/env.ts";
import { createLog } from "../shared/log.ts";
import type { Upstream } from "./app.ts";
import { openUpstream } from "./open.ts";

/** The running service inside the website's process. It logs to `destination`; the website stops it. */
export async function embeddedUpstream(
  destination: DestinationStream,
  metrics: Metrics | undefined,
  tracing: Tracing | undefined,
): Promise<Pick<Upstream, "replies" | "fetch" | "onMarketChange" | "ready" | "stop">> {
  const env = embeddedEnv(registeredRails);
  const upstream = await openUpstream(env, createLog(env.LOG_LEVEL, destination), "service", { metrics, tracing });
  await upstream.start();
  return upstream;
}

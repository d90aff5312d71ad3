import { buildId } from "../../shared/build-id.ts";
import type { Metrics } from "./metrics.ts";

type Where = { METRICS_PORT?: number | undefined; METRICS_HOST: string };

/**
 * The metrics of this process, served on METRICS_PORT; undefined without it. Loaded on demand: they cost memory. They
 * are served before the service is open, so that a process that waits for its database is seen as not ready.
 */
export async function openMetrics({ METRICS_PORT: port, METRICS_HOST: host }: Where): Promise<Metrics | undefined> {
  if (port === undefined) return undefined;
  const { processMetrics } = await import("./process-metrics.ts");
  const { serveMetrics } = await import("./metrics-server.ts");
  const metrics = processMetrics(buildId());
  await serveMetrics({ host, port }, metrics.text);
  return metrics;
}

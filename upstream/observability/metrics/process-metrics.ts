import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type Figure, type FigureSource, type Metrics, type RequestKind, requestKinds } from "./metrics.ts";
import { inFlightFigure, readyFigure } from "./process-figures.ts";

const requestBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 5, 10];
const shortBuckets = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5];

/** So that no name is another program's on the same Prometheus. Those of Node's process keep the names that all have. */
const prefixed = (name: string) => `kursa_${name}`;

/** The metrics of this process. `build`: the id of the running build. */
export function processMetrics(build: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: prefixed("build_info"),
    help: "Always 1; the build and the version of Node that run.",
    labelNames: ["build", "node"],
    registers,
  }).set({ build, node: process.version }, 1);
  const requests = requestHistogram(registry);
  const shed = new Counter({
    name: prefixed("http_shed_total"),
    help: "Requests refused with 503 because too many were in progress.",
    registers,
  });
  const errors = new Counter({
    name: prefixed("http_errors_total"),
    help: "Answers with 500 and calls of the service that failed so: each is a fault of the program.",
    labelNames: ["kind"],
    registers,
  });
  // An alert on the first error needs the zero before it.
  for (const kind of requestKinds) errors.inc({ kind }, 0);
  const health = new Histogram({
    name: prefixed("health_duration_seconds"),
    help: "Time until /healthz and /readyz were answered.",
    labelNames: ["path"],
    buckets: shortBuckets,
    registers,
  });
  const commits = new Histogram({
    name: prefixed("db_commit_seconds"),
    help: "Time from the last statement of a transaction until its commit was confirmed.",
    buckets: shortBuckets,
    registers,
  });
  let isReady = async () => false;
  const sources: FigureSource[] = [() => readyFigure(isReady)];
  return {
    request(kind, route, status, seconds) {
      requests(kind, route, status, seconds);
      if (kind === "refused" && status === 503) shed.inc();
      if (status === 500) errors.inc({ kind });
    },
    health: (path, seconds) => health.observe({ path }, seconds),
    commit: (seconds) => commits.observe(seconds),
    read: (source) => void sources.push(source),
    ready(check) {
      isReady = check;
    },
    inFlight: (count) => void sources.push(() => inFlightFigure(count())),
    async text() {
      const read = await Promise.all(sources.map((source) => source()));
      return `${await registry.metrics()}\n${await textOf(read.flat())}`;
    },
  };
}

type Observe = (seconds: number) => void;

function requestHistogram(registry: Registry): (kind: RequestKind, route: string, status: number, s: number) => void {
  const histogram = new Histogram({
    name: prefixed("http_duration_seconds"),
    help: "Time until the headers of an answer, by kind and route pattern. Kind call: calls of the service, by endpoint.",
    labelNames: ["kind", "route", "status"],
    buckets: requestBuckets,
    registers: [registry],
  });
  // As many as there are routes: the library would put its labels together for every request.
  const observers = new Map<string, Observe>();
  return (kind, route, status, seconds) => {
    const statusLabel = status >= 500 ? String(status) : `${Math.floor(status / 100)}xx`;
    const key = `${kind} ${route} ${statusLabel}`;
    let observe = observers.get(key);
    if (!observe) {
      const child = histogram.labels({ kind, route, status: statusLabel });
      observe = (value) => child.observe(value);
      observers.set(key, observe);
    }
    observe(seconds);
  };
}

/** A registry for one scrape: what cannot be read now is absent instead of old. */
function textOf(figures: readonly Figure[]): Promise<string> {
  const registry = new Registry();
  for (const { name, help, type = "gauge", values } of figures) {
    const labelNames = Object.keys(values[0]?.labels ?? {});
    const settings = { name: prefixed(name), help, labelNames, registers: [registry] };
    const metric = type === "counter" ? new Counter(settings) : new Gauge(settings);
    for (const { labels = {}, value } of values) metric.inc(labels, value);
  }
  return registry.metrics();
}

import { execFileSync } from "node:child_process";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { openTracing } from "../../../upstream/observability/tracing/open-tracing.ts";
import type { Tracing } from "../../../upstream/observability/tracing/tracing.ts";
import { exchange } from "../../support/service/exchange.ts";
import { startTraceCollector, type TraceCollector } from "../../support/service/trace-collector.ts";

afterEach(() => vi.unstubAllEnvs());

async function traced(settings: Record<string, string> = {}): Promise<{ tracing: Tracing; collector: TraceCollector }> {
  const collector = await startTraceCollector();
  onTestFinished(collector.stop);
  const all = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_SDK_DISABLED: "false", ...settings };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  const tracing = await openTracing(all, "test");
  if (!tracing) throw new Error("There is an endpoint.");
  return { tracing, collector };
}

/** The library's files that a program has loaded which opens its traces with these settings. */
function loadedBy(settings: Record<string, string>): number {
  const program = `
    import { createRequire } from "node:module";
    import { openTracing } from "./upstream/observability/tracing/open-tracing.ts";
    await openTracing(${JSON.stringify({ OTEL_SDK_DISABLED: "false", ...settings })}, "test");
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    console.log(loaded.filter((path) => path.includes("/@opentelemetry/")).length);
    process.exit(0);`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", program];
  return Number(execFileSync(process.execPath, args, { encoding: "utf8" }));
}

test("without an endpoint nothing of the library is loaded, and OTEL_SDK_DISABLED turns an endpoint off", () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" };
  expect([loadedBy({}), loadedBy({ ...endpoint, OTEL_SDK_DISABLED: "true" })]).toEqual([0, 0]);
  expect(loadedBy(endpoint)).toBeGreaterThan(10);
});

test("of a failed transaction the SQLSTATE is recorded, and nothing of its message", async () => {
  const { tracing, collector } = await traced();
  const { ctx } = await exchange({ tracing });
  const span = tracing.begin({ name: "test", kind: "server" });
  const failing = span.within(() =>
    ctx.db.transaction(async () => {
      throw Object.assign(new Error("duplicate key (address)=(canary)"), { code: "23505" });
    }),
  );
  await expect(failing).rejects.toThrow("canary");
  span.end();
  await tracing.stop();
  expect(collector.spans().find(({ name }) => name === "transaction")).toMatchObject({
    isError: true,
    parent: collector.spans().find(({ name }) => name === "test")?.id,
    attributes: { "error.type": "23505", "db.system.name": "postgresql" },
  });
  expect(collector.received()).not.toContain("canary");
});

test("transactions of the queues, which ask for work all the time, are no traces", async () => {
  const { tracing, collector } = await traced();
  const { ctx } = await exchange({ tracing });
  await ctx.db.transaction(async () => {});
  tracing.begin({ name: "test", kind: "server" }).end();
  await tracing.stop();
  expect(collector.spans().map(({ name }) => name)).toEqual(["test"]);
});

test("a collector that does not answer costs a bounded number of spans, and the end does not wait for it", async () => {
  const bounds = { OTEL_BSP_MAX_QUEUE_SIZE: "64", OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "16" };
  // The library's own limits would end the wait later.
  const never = { OTEL_BSP_EXPORT_TIMEOUT: "1000000", OTEL_EXPORTER_OTLP_TIMEOUT: "1000000" };
  const { tracing, collector } = await traced({ ...bounds, ...never });
  const answer = collector.hold();
  for (let at = 0; at < 1000; at += 1) tracing.begin({ name: `span ${at}`, kind: "server" }).end();
  await expect.poll(collector.unanswered).toBe(1);
  await tracing.stop();
  expect(collector.unanswered()).toBeGreaterThan(0);
  answer();
  expect(collector.spans().length).toBeLessThanOrEqual(64 + 16);
});

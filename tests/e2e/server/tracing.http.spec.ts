import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../../proof/service.ts";
import { executedOrder, type Service } from "../../support/orders/order-steps.ts";
import { answerOf, wireRequest } from "../../support/service/api-client.ts";
import { ask } from "../../support/service/ask.ts";
import { untilCompleted } from "../../support/service/service-at-work.ts";
import { type CollectedSpan, startTraceCollector } from "../../support/service/trace-collector.ts";
import { startSite } from "../../support/site/site.ts";
import { expect, test } from "../setup/story.ts";

const secret = "c".repeat(32);
const visitorsTrace = "1".repeat(32);

test("one trace leads from the visitor's request through site, service and database to the rail, without a secret", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "kursa-tracing-"));
  const collector = await startTraceCollector();
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of-the-collector",
    OTEL_BSP_SCHEDULE_DELAY: "100",
    API_CLIENT_SECRET: secret,
  };
  const service = await startService({ ...settings, DATA_DIR: dataDir });
  const site = await startSite({ ...settings, API_BASE_URL: service.base, OTEL_SERVICE_NAME: "front" });
  try {
    const exchange: Service = {
      call: async (name, sent) => {
        const request = wireRequest(name, sent, site.origin);
        // A visitor's own trace is not continued.
        request.headers.set("traceparent", `00-${visitorsTrace}-${"2".repeat(16)}-01`);
        return answerOf(name, await fetch(request));
      },
    };
    const order = await executedOrder(exchange);
    const paid = { ref: order.ref, event: "pay_exact" } as const;
    (await exchange.call("sandboxEvents", { token: order.token, body: paid })).reply();
    await untilCompleted(exchange, order);
    await ask(site, `/En/order/${order.ref}?t=${order.token}`);
    await ask(site, "/En/exchange/usdt-to-paypal", { cookie: "own=1" });
    await service.kill("SIGTERM");
    await site.stop();

    const spans = collector.spans();
    const ways = spans.map((span) => wayTo(span, spans));
    expect(ways).toEqual(
      expect.arrayContaining([
        ["front POST", "kursa-service exchangeExecute", "kursa-service transaction"],
        ["front POST", "kursa-service exchangeExecute", "kursa-service rail issue"],
        ["front GET ($lang).exchange.$page", "front exchangePairs", "kursa-service exchangePairs"],
        ["kursa-service job payout", "kursa-service rail broadcast"],
        ["kursa-service job payout", "kursa-service transaction"],
      ]),
    );
    const issue = spans.find(({ name }) => name === "rail issue");
    expect(issue?.attributes).toMatchObject({ "kursa.rail": "sandbox-tron", "kursa.asset": "usdt-trc20" });
    expect(new Set(spans.map(({ trace }) => trace))).not.toContain(visitorsTrace);

    expect(collector.received()).toContain("Bearer of-the-collector");
    const { email, payin } = order.order;
    for (const hidden of [order.token, order.ref, email, payin?.address, secret, "select ", "127.0.0.1:"]) {
      expect(hidden).toBeTruthy();
      expect(JSON.stringify(spans)).not.toContain(hidden);
    }
  } finally {
    await site.stop();
    await service.kill("SIGTERM");
    collector.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** The programs and names from the first span of its trace to this one; without its beginning where a parent is missing. */
function wayTo(span: CollectedSpan, spans: readonly CollectedSpan[]): string[] {
  const parent = spans.find(({ id, trace }) => id === span.parent && trace === span.trace);
  const before = parent ? wayTo(parent, spans) : span.parent ? ["a missing parent"] : [];
  return [...before, `${span.program} ${span.name}`];
}

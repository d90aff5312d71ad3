import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod/v4";

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(attribute),
              status: z.object({ code: z.number() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

export type CollectedSpan = {
  program: unknown;
  name: string;
  trace: string;
  id: string;
  parent: string | undefined;
  attributes: Record<string, unknown>;
  isError: boolean;
};
export type TraceCollector = {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string;
  spans(): CollectedSpan[];
  /** Everything received, as sent: headers and bodies. */
  received(): string;
  /** Answers nothing until what it returns is called. */
  hold(): () => void;
  /** Requests that have been read and wait for their answer. */
  unanswered(): number;
  stop(): void;
};

/** An OpenTelemetry collector's OTLP/HTTP endpoint, which keeps what it gets. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const received: string[] = [];
  let held = Promise.resolve();
  let unanswered = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}\n${body}`);
    if (request.url === "/v1/traces") spans.push(...spansOf(JSON.parse(body)));
    unanswered += 1;
    response.once("close", () => {
      unanswered -= 1;
    });
    await held;
    response.setHeader("content-type", "application/json").end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    spans: () => spans,
    received: () => received.join("\n"),
    hold() {
      let answer = () => {};
      held = new Promise((resolve) => {
        answer = resolve;
      });
      return answer;
    },
    unanswered: () => unanswered,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function spansOf(body: unknown): CollectedSpan[] {
  return exported.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const program = recordOf(resource.attributes)["service.name"];
    return scopeSpans.flatMap((scope) =>
      scope.spans.map(({ traceId, spanId, parentSpanId, name, attributes, status }) => ({
        program,
        name,
        trace: traceId,
        id: spanId,
        parent: parentSpanId,
        attributes: recordOf(attributes),
        isError: status.code === 2,
      })),
    );
  });
}

function recordOf(attributes: readonly z.infer<typeof attribute>[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type Context as Trail,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { sqlState } from "../../db/retry.ts";
import { buildId } from "../../shared/build-id.ts";
import { withTimeout } from "../../shared/with-timeout.ts";
import type { Span, SpanStart, Tracing } from "./tracing.ts";

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;
const lastWordsMs = 500;

/**
 * Traces by OpenTelemetry, sent as OTLP over HTTP. The library reads the other OTEL_ variables itself. It sends in the
 * background and keeps at most OTEL_BSP_MAX_QUEUE_SIZE (2048) spans: with a dead collector spans are dropped.
 */
export function otlpTracing(program: string): Tracing {
  // An object for each process, not the library's global ones, which every bundled copy of its API would share.
  const trails = new AsyncLocalStorageContextManager().enable();
  const propagator = new W3CTraceContextPropagator();
  const named = resourceFromAttributes({ "service.name": program, "service.version": buildId() });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer("kursa");
  const isTracing = () => trace.getSpan(trails.active()) !== undefined;

  const trailOf = ({ continues, isRoot }: SpanStart): Trail => {
    if (isRoot) return ROOT_CONTEXT;
    if (isTracing() || !continues) return trails.active();
    return propagator.extract(ROOT_CONTEXT, continues, headerGetter);
  };

  return {
    begin(start) {
      const trail = trailOf(start);
      const { name, kind, attributes } = start;
      const span = tracer.startSpan(name, { kind: kinds[kind], ...(attributes && { attributes }) }, trail);
      return {
        within: (work) => trails.with(trace.setSpan(trail, span), work),
        rename: (changed) => void span.updateName(changed),
        set: (more) => void span.setAttributes(more),
        fail(error) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.setAttribute("error.type", kindOf(error));
        },
        end: () => span.end(),
      } satisfies Span;
    },
    isTracing,
    headers() {
      const headers: Record<string, string> = {};
      const at = trace.getSpanContext(trails.active());
      if (at && isSpanContextValid(at)) propagator.inject(trails.active(), headers, headerSetter);
      return headers;
    },
    stop: () =>
      withTimeout(
        provider.shutdown().catch(() => {}),
        lastWordsMs,
        undefined,
      ),
  };
}

/** A message may hold what was asked for, and a parameter of a statement. */
function kindOf(error: unknown): string {
  const state = sqlState(error);
  if (state !== undefined) return state;
  return error instanceof Error ? error.name : typeof error;
}

const headerGetter: TextMapGetter<Pick<Headers, "get">> = {
  get: (headers, name) => headers.get(name) ?? undefined,
  keys: () => [],
};

const headerSetter = {
  set(headers: Record<string, string>, name: string, value: string): void {
    headers[name] = value;
  },
};

import type { EndpointName } from "../../contract/calls/endpoints.ts";
import { inSpan } from "../../upstream/observability/tracing/tracing.ts";
import { logDestination } from "../http/log.server.ts";
import { env } from "../settings/env.server.ts";
import type { RequestSender } from "./call.server.ts";
import type { ApiTarget } from "./wire.server.ts";

/**
 * Access to the service, and the only file that may import it: over HTTP at API_BASE_URL, or without that setting the
 * embedded one in this process, opened once (on globalThis, since development loads this module repeatedly).
 */
declare global {
  var kursaService: ReturnType<typeof openEmbedded> | undefined;
  var kursaMetrics: ReturnType<typeof openMetrics> | undefined;
  var kursaTracing: ReturnType<typeof openTracing> | undefined;
}

async function openEmbedded() {
  // Imported on demand: over HTTP this process has no database.
  const { embeddedUpstream } = await import("../../upstream/program/embedded.ts");
  return embeddedUpstream(logDestination, await metricsOfProcess(), await tracingOfProcess());
}

async function openMetrics() {
  const { openMetrics: open } = await import("../../upstream/observability/metrics/open-metrics.ts");
  return open(env);
}

/** The metrics of this process and of the service in it; undefined without METRICS_PORT. */
export async function metricsOfProcess(): Promise<Metrics | undefined> {
  if (env.METRICS_PORT === undefined) return undefined;
  globalThis.kursaMetrics ??= openMetrics();
  return globalThis.kursaMetrics;
}

async function openTracing() {
  const { openTracing: open } = await import("../../upstream/observability/tracing/open-tracing.ts");
  return open(env, "kursa-site");
}

/** The traces of this process and of the service in it; undefined without OTEL_EXPORTER_OTLP_ENDPOINT. */
export async function tracingOfProcess(): Promise<Tracing | undefined> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  globalThis.kursaTracing ??= openTracing();
  return globalThis.kursaTracing;
}

export type Tracing = NonNullable<Awaited<ReturnType<typeof openTracing>>>;
export type Metrics = NonNullable<Awaited<ReturnType<typeof openMetrics>>>;

function embedded(): ReturnType<typeof openEmbedded> {
  globalThis.kursaService ??= openEmbedded();
  return globalThis.kursaService;
}

export const send: RequestSender = async (request) => {
  // The service never redirects: a redirect is refused, not followed with our headers.
  if (env.API_BASE_URL) return fetch(request, { redirect: "manual" });
  return (await embedded()).fetch(request);
};

/** Sends the calls of one operation; a service elsewhere continues their trace. One in this process makes its own spans. */
export const sendAs =
  (name: EndpointName): RequestSender =>
  async (request) => {
    const tracing = env.API_BASE_URL ? await tracingOfProcess() : undefined;
    if (!tracing) return send(request);
    return inSpan(tracing, { name, kind: "client" }, async (span) => {
      for (const [header, value] of Object.entries(tracing.headers())) request.headers.set(header, value);
      const response = await send(request);
      span.set({ "http.response.status_code": response.status });
      return response;
    });
  };

export const destination: ApiTarget = {
  baseUrl: env.API_BASE_URL ?? "http://upstream.internal",
  clientId: env.API_CLIENT_ID,
  clientSecret: env.API_CLIENT_SECRET,
  inProcess: env.API_BASE_URL === undefined,
};

export type EmbeddedService = Awaited<ReturnType<typeof openEmbedded>>;
export type PublicCall = Parameters<EmbeddedService["replies"]["covers"]>[0];

/**
 * Resolves to the service of this process when it is ready, so that the site listens only then; to null when the
 * service has its own address.
 */
export async function startService(): Promise<EmbeddedService | null> {
  return env.API_BASE_URL ? null : embedded();
}

export async function stopService(): Promise<void> {
  await (await globalThis.kursaService)?.stop();
  await (await globalThis.kursaTracing)?.stop();
}

/** Whether the service is ready. */
export async function serviceReady(): Promise<boolean> {
  if (!env.API_BASE_URL) return (await embedded()).ready();
  const response = await fetch(new URL("/readyz", env.API_BASE_URL), { signal: AbortSignal.timeout(1500) }).catch(
    () => null,
  );
  return response?.ok === true;
}

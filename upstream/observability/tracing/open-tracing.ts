import type { Tracing } from "./tracing.ts";

type Settings = { OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined; OTEL_SDK_DISABLED: string };

/**
 * The traces of this process, sent to OTEL_EXPORTER_OTLP_ENDPOINT; undefined without it. Loaded on demand: the library
 * costs time and memory of a start. `program` is the service's name where OTEL_SERVICE_NAME does not say another.
 */
export async function openTracing(settings: Settings, program: string): Promise<Tracing | undefined> {
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || settings.OTEL_SDK_DISABLED === "true") return undefined;
  const { otlpTracing } = await import("./otlp-tracing.ts");
  return otlpTracing(program);
}

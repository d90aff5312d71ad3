import { endpoints } from "../../contract/calls/endpoints.ts";
import { beforeAbort, type RequestSender } from "./call.server.ts";
import type { EndpointInput } from "./endpoint-types.ts";
import { type ApiTarget, type Caller, requestFor } from "./wire.server.ts";

/** Calls that respond with server-sent events. */
export type StreamName = "ordersStream";

/** The events of one call, until the page (`pageSignal`) or the service ends them; null when they do not start in time. */
export async function stream(
  name: StreamName,
  input: EndpointInput<StreamName>,
  caller: Caller,
  to: ApiTarget,
  send: RequestSender,
  pageSignal: AbortSignal,
  timeLeftMs: number,
): Promise<ReadableStream<Uint8Array> | null> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeLeftMs);
  const signal = AbortSignal.any([pageSignal, late.signal]);
  try {
    const request = new Request(requestFor(endpoints[name], input, caller, to), { signal });
    request.headers.set("Accept", "text/event-stream");
    const response = await beforeAbort(signal, () => send(request));
    const isStream = response.status === 200 && response.headers.get("Content-Type")?.startsWith("text/event-stream");
    if (isStream && response.body) return passedOn(response.body, signal);
    late.abort();
    return null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** The same bytes, but an error ends the stream normally: the browser reconnects, and nothing needs to be logged. */
function passedOn(body: ReadableStream<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const leave = () => reader.cancel().catch(() => {});
  signal.addEventListener("abort", () => void leave(), { once: true });
  return new ReadableStream({
    async pull(controller) {
      const part = await reader.read().catch(() => null);
      if (part?.value) controller.enqueue(part.value);
      else controller.close();
    },
    cancel: leave,
  });
}

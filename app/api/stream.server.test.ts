import { describe, expect, test } from "vitest";
import { stream } from "./stream.server.ts";

const caller = {
  lang: "en",
  bearer: null,
  isLocal: false,
  clientAddress: "198.51.100.1",
  clientAgent: null,
  requestId: "req_12345678",
} as const;
const to = { baseUrl: "http://service.test", clientId: "site", clientSecret: undefined, inProcess: true };
const streamInput = { query: { ref: ["7Q2MK9XW3T"] }, orderToken: ["token"] };
const events = { headers: { "Content-Type": "text/event-stream; charset=utf-8" } };
/** Longer than a busy machine needs, unless the test is about the time limit. */
const enoughMs = 60_000;
const open = (
  send: (request: Request) => Promise<Response>,
  pageSignal = new AbortController().signal,
  timeLeftMs = enoughMs,
) => stream("ordersStream", streamInput, caller, to, send, pageSignal, timeLeftMs);

const encoded = (text: string) => new TextEncoder().encode(text);
/** A service that streams until it is stopped. */
function endless() {
  let left = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoded("data: 1\n\n")),
    cancel: () => {
      left = true;
    },
  });
  return { response: new Response(body, events), isLeft: () => left };
}

describe("an event stream of the service", () => {
  test("is requested with the order token and passed through unchanged", async () => {
    let request: Request | undefined;
    const body = await open(async (sent) => {
      request = sent;
      return new Response("data: 1\n\n", events);
    });
    expect(request?.headers.get("Order-Token")).toBe("token");
    expect(request?.headers.get("Accept")).toBe("text/event-stream");
    expect(await new Response(body).text()).toBe("data: 1\n\n");
  });

  test("is closed towards the service when the visitor leaves", async () => {
    const pageSignal = new AbortController();
    const { response, isLeft } = endless();
    const reader = (await open(async () => response, pageSignal.signal))?.getReader();
    expect((await reader?.read())?.value).toEqual(encoded("data: 1\n\n"));
    pageSignal.abort();
    expect(await reader?.read()).toEqual({ done: true, value: undefined });
    expect(isLeft()).toBe(true);
  });

  test("ends when the service breaks it off", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("connection lost")) });
    expect(await new Response(await open(async () => new Response(body, events))).text()).toBe("");
  });

  test.each([
    ["refuses", async () => Response.json({}, { status: 429 }), enoughMs],
    ["answers something else", async () => Response.json({ data: [] }), enoughMs],
    ["is not there", () => Promise.reject(new Error("refused")), enoughMs],
    ["hangs", () => new Promise<Response>(() => {}), 50],
  ])("is null when the service %s", async (_what, send, timeLeftMs) => {
    expect(await open(send, undefined, timeLeftMs)).toBeNull();
  });
});

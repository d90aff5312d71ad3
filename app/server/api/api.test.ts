import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type RunningFront, startFront } from "../../../tests/support/site/front.ts";
import type { EmbeddedService } from "../../api/transport.server.ts";
import { type CachedApiReply, cachedApiStep, embeddedApiStep } from "./api.ts";
import { forwardStep } from "./forward.ts";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
const running = async (front: Promise<RunningFront>) => {
  const started = await front;
  stops.push(started.stop);
  return started;
};

/** Headers that only the site may send to the service. */
const claims = {
  Cookie: "session=1",
  "Client-Address": "127.0.0.1",
  "Client-Agent": "x",
  "Client-Secret": "guess",
  "Time-Left": "0",
};

/** A service that caches nothing. */
const service = (respond: EmbeddedService["fetch"]) => ({
  fetch: vi.fn(respond),
  replies: { covers: () => false, take: async () => undefined, making: () => () => {} },
});

describe("an API call to an embedded service", () => {
  test("is forwarded without cookies and forged headers, with client address and request id", async () => {
    const names = [...Object.keys(claims), "X-Forwarded-For", "Client-Id", "Host"];
    const testService = service(async ({ headers }) => Response.json(names.filter((name) => headers.has(name))));
    const front = await running(startFront({ api: embeddedApiStep(testService, false) }));
    const response = await front.ask("/api/v1/exchange?a=1", {
      ...claims,
      "X-Forwarded-For": "192.0.2.1",
      "client-id": "shop",
    });
    expect(JSON.parse(response.text)).toEqual(["X-Forwarded-For", "Client-Id", "Host"]);
    const [request, peer] = testService.fetch.mock.calls[0] ?? [];
    // A proxy's visitor may be anywhere: the service must not take the call for one of this machine.
    expect(request?.headers.get("X-Forwarded-For")).toBe("127.0.0.1");
    expect(request?.headers.get("X-Request-Id")).toBe(response.headers["x-request-id"]);
    expect(peer).toEqual({ address: "127.0.0.1", isTrusted: false, logsCalls: true });
  });

  test("is forwarded with its body; a body over the limit is refused unread", async () => {
    const serve: EmbeddedService["fetch"] = async (request) =>
      Response.json([request.headers.get("content-length"), (await request.arrayBuffer()).byteLength]);
    const front = await running(startFront({ api: embeddedApiStep(service(serve), false) }));
    const post = (body: string) => front.ask("/api/v1/exchange/step-one", {}, "POST", body);
    expect(JSON.parse((await post("a".repeat(60_000))).text)).toEqual(["60000", 60_000]);
    const most = 64 * 1024;
    expect(JSON.parse((await post("a".repeat(70_000))).text)).toEqual([String(most + 1), most + 1]);
  });

  test("keeps the response's CSP, and adds a page's other security headers", async () => {
    const policy = "default-src 'none'";
    const page = { "Content-Type": "text/html", "Content-Security-Policy": policy, "Referrer-Policy": "no-referrer" };
    const serve = async () => new Response("<p>", { headers: page });
    const front = await running(startFront({ api: embeddedApiStep(service(serve), false) }));
    const { headers } = await front.ask("/api/v1/sandbox/invoices/1");
    expect(headers["content-security-policy"]).toBe(policy);
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
  });
});

describe("an API answer that is the same for every caller", () => {
  test("is sent from memory with its own request id, limit and log line, and as 304 to a client with its ETag", async () => {
    const headers = {
      ETag: 'W/"abc"',
      "Cache-Control": "private, max-age=5",
      "X-Request-Id": "of-the-first-request",
      "RateLimit-Policy": '"quotes";q=60;w=60',
      RateLimit: '"quotes";r=59;t=60',
    };
    const testService = service(async () => Response.json({ data: 1 }, { headers }));
    const stored: { response: CachedApiReply; rateLimit: string }[] = [];
    const replies = {
      covers: () => true,
      take: async () => stored[0],
      making: () => (response: CachedApiReply) => void stored.push({ response, rateLimit: '"quotes";r=7;t=9' }),
    };
    const remembering = { ...testService, replies };
    const steps = { cachedApi: cachedApiStep(remembering), api: embeddedApiStep(remembering, true) };
    const front = await running(startFront(steps, { https: true }));
    const first = await front.ask("/api/v1/exchange/pairs");
    const again = await front.ask("/api/v1/exchange/pairs");
    const { "x-request-id": _, date: __, ratelimit, ...same } = first.headers;
    expect(again.headers).toMatchObject(same);
    expect([ratelimit, again.headers.ratelimit]).toEqual(['"quotes";r=59;t=60', '"quotes";r=7;t=9']);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(same).toMatchObject({ "x-robots-tag": "noindex", "strict-transport-security": expect.any(String) });
    const unchanged = await front.ask("/api/v1/exchange/pairs", { "If-None-Match": '"x", W/"abc"' });
    expect([unchanged.status, unchanged.text, unchanged.headers["content-type"]]).toEqual([304, "", undefined]);
    expect(testService.fetch).toHaveBeenCalledTimes(1);
    await expect.poll(() => front.lines).toHaveLength(3);
    const ids = [again, unchanged].map(({ headers }) => headers["x-request-id"]);
    expect(front.lines.slice(1).map(({ request_id }) => request_id)).toEqual(ids);
    expect(new Set([...ids, "of-the-first-request"]).size).toBe(3);
  });

  test("is stored with status 200 only, and looked up by path, query, client and address", async () => {
    const testService = service(async () => Response.json({ data: 1 }));
    const [covers, store] = [vi.fn(() => true), vi.fn()];
    const replies = { ...testService.replies, covers, making: () => store };
    const front = await running(startFront({ api: embeddedApiStep({ ...testService, replies }, true) }));
    await front.ask("/api/v1/exchange?a=1", { "Client-Id": "shop", "Accept-Language": "ru" });
    expect(covers).toHaveBeenCalledWith({
      path: "/api/v1/exchange",
      search: "?a=1",
      clientId: "shop",
      address: "127.0.0.1",
    });
    expect(store).toHaveBeenCalledTimes(1);
    testService.fetch.mockResolvedValueOnce(new Response(null, { status: 429 }));
    await front.ask("/api/v1/exchange?a=1");
    expect(store).toHaveBeenCalledTimes(1);
  });

  test("bypasses the cache for a caller with a session and for other methods than GET", async () => {
    const testService = service(async () => Response.json({ data: 1 }));
    const covers = vi.fn(() => true);
    const front = await running(
      startFront({ api: embeddedApiStep({ ...testService, replies: { ...testService.replies, covers } }, true) }),
    );
    await front.ask("/api/v1/exchange/pairs", { Authorization: "Bearer x" });
    await front.ask("/api/v1/exchange/pairs", {}, "POST");
    expect(covers).not.toHaveBeenCalled();
    expect(testService.fetch).toHaveBeenCalledTimes(2);
  });
});

describe("an API call to a service at its own address", () => {
  const listening = async (respond: (request: IncomingMessage, response: ServerResponse) => void) => {
    const server = createServer(respond).listen(0, "127.0.0.1");
    await once(server, "listening");
    stops.push(() => {
      server.close();
      server.closeAllConnections();
    });
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  };
  const to = (baseUrl: string, clientSecret?: string) =>
    forwardStep({ baseUrl, clientSecret, clientId: "website", inProcess: false });

  test("is forwarded with its body, and the response is streamed back", async () => {
    const url = await listening((request, response) => {
      response.writeHead(201, { "X-Own": "1" }).write(`${request.method} ${request.url} `);
      request.pipe(response);
    });
    const front = await running(startFront({ api: to(url) }));
    const response = await front.ask("/api/v1/gateways/nebulox/webhook?a=1", {}, "POST", "event");
    expect([response.status, response.headers["x-own"]]).toEqual([201, "1"]);
    expect(response.text).toBe("POST /api/v1/gateways/nebulox/webhook?a=1 event");
  });

  test.each([
    ["with the shared secret", "s".repeat(32)],
    ["without a secret not at all", undefined],
  ])("sends the visitor's address and browser %s, never forged ones", async (_, secret) => {
    let received: IncomingMessage["headers"] = {};
    const url = await listening((request, response) => {
      received = request.headers;
      response.end();
    });
    const front = await running(startFront({ api: to(url, secret) }, { trustedProxies: ["127.0.0.1"] }));
    await front.ask("/api/v1/exchange/pairs", {
      ...claims,
      "X-Forwarded-For": "198.51.100.9",
      "User-Agent": "Firefox",
      Connection: "keep-alive, x-hop",
      "X-Hop": "1",
    });
    expect(received).toMatchObject({ "x-forwarded-for": "198.51.100.9" });
    expect([received.cookie, received["x-hop"]]).toEqual([undefined, undefined]);
    const visitorHeaders = [received["client-address"], received["client-agent"], received["client-secret"]];
    expect(Number(received["time-left"] ?? 1000)).toBeGreaterThan(0);
    expect(visitorHeaders).toEqual(secret ? ["198.51.100.9", "Firefox", secret] : [undefined, undefined, undefined]);
  });

  test("passes on a visitor without an address and a browser's name", async () => {
    const url = await listening((request, response) => response.end(request.headers["x-forwarded-for"]));
    const front = await running(startFront({ api: to(url, "s".repeat(32)) }, { trustedProxies: ["127.0.0.1"] }));
    const response = await front.ask("/api/v1/exchange/pairs", { "X-Forwarded-For": "hidden" });
    expect([response.status, response.text]).toEqual([200, "unknown"]);
  });

  test("returns 503 when nothing listens", async () => {
    const front = await running(startFront({ api: to("http://127.0.0.1:9") }));
    expect((await front.ask("/api/v1/exchange/pairs")).status).toBe(503);
  });

  test("streams events one by one, and a disconnect ends the stream at the service", async () => {
    let ended = false;
    const url = await listening((_, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write("data: 1\n\n");
      response.once("close", () => {
        ended = true;
      });
    });
    const front = await running(startFront({ api: to(url) }));
    const socket = connect(Number(new URL(front.origin).port), "127.0.0.1");
    socket.write("GET /api/v1/orders/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    let streamed = "";
    socket.on("data", (chunk) => {
      streamed += String(chunk);
    });
    await expect.poll(() => streamed).toContain("data: 1");
    socket.destroy();
    await expect.poll(() => ended).toBe(true);
  });
});

import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterEach, describe, expect, test, vi } from "vitest";
import { rawRequest } from "../../tests/support/service/raw-request.ts";
import { type RunningFront, startFront } from "../../tests/support/site/front.ts";

let front: RunningFront | undefined;
afterEach(() => front?.stop());

const form = { "Content-Type": "application/x-www-form-urlencoded" };

describe("the front", () => {
  test("passes the normalised address, public host and request facts to Remix", async () => {
    const remix = vi.fn(async (request: Request) => new Response(request.url));
    front = await startFront({ remix }, { publicOrigin: "https://exchange.example" });
    const { text } = await front.ask("//En/./order/7Q2M?t=canary0123456789canaryABCDEF&a=1", {
      "X-Forwarded-For": "6.6.6.6",
      "X-Forwarded-Host": "evil.example",
    });
    expect(text).toBe("http://exchange.example/En/order/7Q2M?a=1");
    const [request, context] = remix.mock.calls[0] as unknown as [Request, Record<string, unknown>];
    expect(context).toMatchObject({ orderToken: "canary0123456789canaryABCDEF", clientAddress: "127.0.0.1" });
    expect([...request.headers.keys()].filter((name) => name.startsWith("x-forwarded"))).toEqual([]);
  });

  test("trusts forwarding headers from a trusted proxy only", async () => {
    const remix = vi.fn(async () => new Response());
    front = await startFront({ remix }, { trustedProxies: ["127.0.0.1"] });
    const proxyHeaders = { "X-Forwarded-For": "6.6.6.6, 198.51.100.9", "X-Request-Id": "proxy-request-1" };
    expect((await front.ask("/", proxyHeaders)).headers["x-request-id"]).toBe("proxy-request-1");
    expect(remix.mock.calls[0]?.at(1)).toMatchObject({ clientAddress: "198.51.100.9" });
    front.stop();
    front = await startFront({ remix });
    expect((await front.ask("/", proxyHeaders)).headers["x-request-id"]).not.toBe("proxy-request-1");
    expect(remix.mock.calls[1]?.at(1)).toMatchObject({ clientAddress: "127.0.0.1" });
  });

  test("compresses a page if accepted, and leaves that to a trusted proxy", async () => {
    const page = "<!DOCTYPE html>".padEnd(5000, "a page ");
    const remix = async () => new Response(page, { headers: { "Content-Type": "text/html", Vary: "Cookie" } });
    front = await startFront({ remix });
    const { headers } = await front.ask("/", { "Accept-Encoding": "gzip, br" });
    expect(headers).toMatchObject({ "content-encoding": "br", vary: "Cookie, Accept-Encoding" });
    expect(Number(headers["content-length"])).toBeLessThan(page.length / 10);
    expect((await front.ask("/", {})).text).toBe(page);
    front.stop();
    front = await startFront({ remix }, { trustedProxies: ["127.0.0.1"] });
    expect((await front.ask("/", { "Accept-Encoding": "gzip, br" })).headers["content-encoding"]).toBeUndefined();
  });

  test("logs one line per request, with id and path, without the query", async () => {
    front = await startFront();
    const { headers } = await front.ask('/En/"track"?secret=1');
    await expect.poll(() => front?.lines).toHaveLength(1);
    expect(front.lines[0]).toEqual({
      level: "info",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      request_id: headers["x-request-id"],
      method: "GET",
      path: "/En/%22track%22",
      status: 200,
      ms: expect.any(Number),
      msg: "request",
    });
    expect(JSON.stringify(front.lines)).not.toContain("secret");
  });

  test.each([
    ["a method that nobody serves", {}, "TRACE", 405],
    ["a Host that is none", { Host: "a b" }, "GET", 400],
    ["a foreign name without PUBLIC_ORIGIN", { Host: "evil.example" }, "GET", 421],
    ["an address of the network without PUBLIC_ORIGIN", { Host: "192.168.1.7:3000" }, "GET", 421],
    ["an address of this machine", { Host: "127.0.0.1:3000" }, "GET", 200],
  ])("answers %s %j %s with %i", async (_, headers, method, status) => {
    front = await startFront();
    expect((await front.ask("/", headers, method)).status).toBe(status);
  });

  test.each([
    ["without a setting", undefined, "http://localhost/En"],
    ["with PUBLIC_ORIGIN", "https://exchange.example", "http://exchange.example/En"],
  ])(
    "answers HTTP/1.0 without a Host header %s, and takes its visitor for a stranger",
    async (_, publicOrigin, url) => {
      const remix = vi.fn(async (request: Request) => new Response(request.url));
      front = await startFront({ remix }, { publicOrigin });
      expect(await rawRequest(front.origin, ["GET /En HTTP/1.0"])).toMatchObject({ status: 200, body: url });
      expect((remix.mock.calls as unknown[][])[0]?.[1]).toMatchObject({ isLocal: false });
      // A later version must have one.
      expect(await rawRequest(front.origin, ["GET /En HTTP/1.1"])).toMatchObject({ status: 400 });
      expect(remix).toHaveBeenCalledTimes(1);
    },
  );

  test.each([
    ["from nowhere", form, 403],
    ["from another site", { ...form, Origin: "https://evil.example" }, 403],
    ["as JSON", { "Content-Type": "application/json" }, 415],
  ] as [string, Record<string, string>, number][])(
    "answers a POST %s with the error page, and the action never runs",
    async (_, headers, status) => {
      const remix = vi.fn(async () => new Response());
      front = await startFront({ remix });
      const sent: Record<string, string> = status === 403 ? headers : { ...headers, Origin: front.origin };
      await front.ask("/Ru/track", sent, "POST", "a=1");
      const [request, context] = remix.mock.calls[0] as unknown as [Request, object];
      expect([request.method, new URL(request.url).pathname]).toEqual(["GET", "/Ru/refused"]);
      expect(context).toMatchObject({ refusal: { status, path: "/Ru/track" } });
    },
  );

  test("accepts a form from its own pages", async () => {
    front = await startFront({ remix: async (request) => new Response(await request.text()) });
    expect((await front.ask("/track", { ...form, Origin: front.origin }, "POST", "a=1")).text).toBe("a=1");
  });

  test("without PUBLIC_ORIGIN names no host that a proxy forwards", async () => {
    front = await startFront(
      { remix: async (request) => new Response(request.url) },
      { trustedProxies: ["127.0.0.1"] },
    );
    const { text } = await front.ask("/En", { Host: "localhost:3000", "X-Forwarded-Host": "evil.example" });
    expect(text).toBe("http://localhost:3000/En");
  });

  test("keeps the headers a response sets, without duplicates", async () => {
    const headers = new Headers([
      ["Set-Cookie", "a=1"],
      ["Set-Cookie", "b=2"],
      ["Cache-Control", "no-store"],
    ]);
    front = await startFront({ remix: async () => new Response(null, { status: 303, headers }) });
    const response = await front.ask("/En/dashboard");
    expect(response.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(response.headers["content-security-policy"]).toMatch(/script-src 'nonce-[\w-]{22}' 'strict-dynamic'/);
    expect(response.headers["x-robots-tag"]).toBe("noindex");
  });

  test("returns a bare 500 for an exception, and logs it with the request id", async () => {
    front = await startFront({
      remix: async () => {
        throw new Error("canary");
      },
    });
    const { status, text, headers } = await front.ask("/En");
    expect([status, text]).toEqual([500, "Something went wrong on our side.\n"]);
    expect(front.lines.find(({ msg }) => msg === "request failed")).toMatchObject({
      request_id: headers["x-request-id"],
      err: { message: "canary" },
    });
  });

  test("fails both health checks and closes connections while draining", async () => {
    front = await startFront();
    expect((await front.ask("/readyz")).status).toBe(200);
    front.traffic.stop();
    for (const path of ["/healthz", "/readyz"]) expect((await front.ask(path)).status).toBe(503);
    const { status, headers } = await front.ask("/En");
    expect([status, headers.connection]).toEqual([200, "close"]);
  });

  test("is not ready while its service is not", async () => {
    front = await startFront({ serviceReady: async () => false });
    expect([(await front.ask("/healthz")).status, (await front.ask("/readyz")).status]).toEqual([200, 503]);
  });

  test("ends streams at shutdown, and when the visitor leaves", async () => {
    const signals: AbortSignal[] = [];
    front = await startFront({
      remix: async (_, context) => {
        if (context) signals.push(context.signal);
        const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("a")) });
        return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
      },
    });
    const [left, stayed] = [get(`${front.origin}/a`), get(`${front.origin}/b`)];
    const [[leaving], [staying]] = (await Promise.all(
      [left, stayed].map((request) => once(request, "response") as Promise<[IncomingMessage]>),
    )) as [[IncomingMessage], [IncomingMessage]];
    await Promise.all([once(leaving, "data"), once(staying, "data")]);
    left.on("error", () => {}).destroy();
    await expect.poll(() => signals.filter(({ aborted }) => aborted)).toHaveLength(1);
    const end = once(staying.resume(), "end");
    front.traffic.endStreams();
    await end;
    expect(staying.complete).toBe(true);
  });
});

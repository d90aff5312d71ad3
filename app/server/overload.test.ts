import { once } from "node:events";
import { connect } from "node:net";
import { createRequestHandler, data, type ServerBuild } from "@remix-run/node";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type RunningFront, startFront } from "../../tests/support/site/front.ts";
import { refusedReply } from "../forms/form-reply.server.ts";
import { type FrontRequest, textResponse } from "./front-request.ts";

/** A request that should have been refused waits for its gate for ever: the test fails soon instead. */
vi.setConfig({ testTimeout: 30_000 });

let front: RunningFront | undefined;
afterEach(() => front?.stop());

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const real = { "Order-Token": "real" };
const call = { "Content-Type": "application/json", "client-id": "shop" };

/** A front whose pages and calls wait for `open`. One is worked on at once. */
async function busyFront(settings: Parameters<typeof startFront>[1] = {}) {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const worked: string[] = [];
  const work = async (name: string) => {
    worked.push(name);
    await gate;
  };
  const running = await startFront(
    {
      remix: async (request) => {
        await work(new URL(request.url).pathname);
        return new Response("a page");
      },
      api: (request) =>
        request.path.startsWith("/api/v1/") ? work(request.path).then(() => textResponse(200, "done")) : undefined,
      cachedApi: ({ path }) => (path === "/api/v1/exchange/pairs" ? textResponse(200, "pairs") : undefined),
      files: ({ path }) => (path === "/favicon.svg" ? textResponse(200, "a file") : undefined),
    },
    // Nobody is overdue.
    { mostRunning: 1, elapsedMs: () => 0, ...settings },
  );
  front = running;
  const { ask } = running;
  /** Asks for more pages than may wait. */
  const fill = async () => {
    const pages = Array.from({ length: 100 }, () => ask("/En"));
    const { figures } = running.admission;
    await expect.poll(() => figures().running + figures().waiting + figures().refused.browse).toBe(pages.length);
    expect(figures().refused.browse).toBeGreaterThan(0);
    return pages;
  };
  return { ...running, open, worked, fill };
}

/** How Remix itself answers a form posted by scripts whose action refuses it so. */
function remixAnswer(reply: object): Promise<Response> {
  const page = {
    id: "page",
    path: "track",
    module: { action: () => data(reply, { status: 503 }), default: () => null },
  };
  const build = {
    routes: { page },
    basename: "/",
    mode: "production",
    future: { v3_singleFetch: true },
    assets: { routes: {} },
    entry: { module: {} },
  } as unknown as ServerBuild;
  return createRequestHandler(build, "production")(new Request("http://site/track.data", { method: "POST" }));
}

describe("a flood of pages", () => {
  test("is refused with 503 and Retry-After, in the language of the address, and its connection is closed", async () => {
    const { ask, fill, open } = await busyFront();
    const pages = await fill();
    const english = await ask("/En");
    expect([english.status, english.headers["retry-after"], english.headers.connection]).toEqual([503, "5", "close"]);
    expect(english.text).toContain("The exchange is very busy right now");
    expect(english.headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(english.headers["cache-control"]).toBe("no-store");
    const [russian, negotiated] = [await ask("/Ru"), await ask("/", { "Accept-Language": "ru,en;q=0.5" })];
    for (const { text, headers } of [russian, negotiated]) {
      // Short words stay with the next one.
      expect(text).toMatch(/Сейчас\sу\sнас\sочень\sмного\sпосетителей/);
      expect(headers["content-language"]).toBe("ru");
    }
    const refused = await ask("/api/v1/exchange/rules", call);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "5"]);
    expect(refused.headers["content-type"]).toBe("application/problem+json");
    expect(JSON.parse(refused.text)).toMatchObject({ code: "overloaded", status: 503, retry_after_seconds: 5 });
    open();
    await Promise.all(pages);
  });

  test("answers a form posted by scripts as its page would: what was typed stays, with the sentence of overload", async () => {
    const { ask, open, origin } = await busyFront();
    const headers = { ...form, Origin: origin };
    const posts = Array.from({ length: 100 }, () => ask("/Ru/track.data", headers, "POST", "ref=1"));
    const refused = await Promise.any(
      posts.map(async (post) => {
        const response = await post;
        expect(response.status).toBe(503);
        return response;
      }),
    );
    const byRemix = await remixAnswer({ reply: refusedReply("ru", {}, { code: "overloaded" }) });
    expect(refused.text).toBe(await byRemix.text());
    for (const name of ["content-type", "x-remix-response"]) {
      expect(refused.headers[name]).toBe(byRemix.headers.get(name));
    }
    expect(refused.headers["retry-after"]).toBe("5");
    open();
    await Promise.all(posts);
  });

  test("keeps the connection of a proxy, which uses it for the next visitor", async () => {
    const { ask, fill, open } = await busyFront({ trustedProxies: ["127.0.0.1"] });
    const pages = await fill();
    const { status, headers } = await ask("/En");
    expect([status, headers.connection]).toEqual([503, "keep-alive"]);
    open();
    await Promise.all(pages);
  });

  test("is refused after a second at a thousand refusals a second, where its network does not heed Retry-After", async () => {
    const { ask, fill, open } = await busyFront();
    const pages = await fill();
    for (let rounds = 0; rounds < 10; rounds += 1) await Promise.all(Array.from({ length: 100 }, () => ask("/En")));
    const startMs = performance.now();
    expect((await ask("/En")).status).toBe(503);
    expect(performance.now() - startMs).toBeGreaterThan(950);
    open();
    await Promise.all(pages);
  });

  test("leaves health, files and answers in memory as they are", async () => {
    const { ask, fill, open } = await busyFront();
    const pages = await fill();
    for (const path of ["/healthz", "/favicon.svg", "/api/v1/exchange/pairs"])
      expect((await ask(path)).status).toBe(200);
    open();
    await Promise.all(pages);
  });

  test("still admits orders in progress, webhooks and forms, which start before the pages that wait", async () => {
    const proof = ({ incoming }: FrontRequest) => incoming.headers["order-token"] === "real";
    const { ask, fill, open, worked, origin } = await busyFront({ proof });
    const pages = await fill();
    const { waiting } = front?.admission.figures() ?? { waiting: 0 };
    const urgent = [
      ask("/api/v1/exchange/execute", { ...call, ...real }, "POST", "{}"),
      ask("/api/v1/gateways/nebulox/webhook", { ...call, ...real }, "POST", "{}"),
      ask("/En/order/7Q2MK9XW3T", real),
      ask("/En/track", { ...form, Origin: origin }, "POST", "ref=1"),
    ];
    await expect.poll(() => front?.admission.figures().waiting).toBe(waiting + urgent.length);
    open();
    const statuses = await Promise.all(urgent.map(async (response) => (await response).status));
    expect(statuses).toEqual([200, 200, 200, 200]);
    await Promise.all(pages);
    expect(worked.slice(0, 2)).toEqual(["/En", expect.stringMatching(/^\/(api|En\/order)/)]);
    expect(worked.lastIndexOf("/En")).toBe(worked.length - 1);
  });

  test("ends, and everything is answered again", async () => {
    const { ask, fill, open, admission } = await busyFront();
    const pages = await fill();
    open();
    const statuses = (await Promise.all(pages)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect((await ask("/En")).status).toBe(200);
    expect(admission.figures()).toMatchObject({ running: 0, waiting: 0 });
  });
});

test("a visitor who leaves while waiting costs no work, and gives the place back", async () => {
  const { ask, open, worked, origin, admission } = await busyFront();
  const first = ask("/first");
  await expect.poll(() => worked).toEqual(["/first"]);
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write("GET /left HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await expect.poll(() => admission.figures().waiting).toBe(1);
  socket.destroy();
  await expect.poll(() => front?.traffic.count()).toBe(1);
  open();
  await first;
  expect((await ask("/next")).status).toBe(200);
  expect(worked).toEqual(["/first", "/next"]);
});

test("a slow upload or call holds no place while its body arrives", async () => {
  const running = await startFront(
    { remix: async (request) => new Response(request.method === "POST" ? await request.text() : "a page") },
    { mostRunning: 1 },
  );
  front = running;
  const { host, port } = new URL(running.origin);
  const slowPost = async (target: string, type: string) => {
    const socket = connect(Number(port), "127.0.0.1");
    await once(socket, "connect");
    const head = [`POST ${target} HTTP/1.1`, `Host: ${host}`, `Origin: ${running.origin}`, `Content-Type: ${type}`];
    socket.write(`${head.join("\r\n")}\r\nContent-Length: 9\r\n\r\n{`);
    return socket;
  };
  const sockets = [
    await slowPost("/api/v1/exchange/execute", "application/json"),
    await slowPost("/En/dashboard/account/picture", "multipart/form-data; boundary=a"),
  ];
  await expect.poll(() => running.traffic.count()).toBe(2);
  expect((await running.ask("/En")).status).toBe(200);
  expect([running.traffic.count(), running.admission.figures().running]).toEqual([2, 0]);
  for (const socket of sockets) socket.destroy();
});

test("work that fails gives its place back", async () => {
  front = await startFront(
    {
      remix: async () => {
        throw new Error("canary");
      },
    },
    { mostRunning: 1 },
  );
  for (let at = 0; at < 3; at += 1) expect((await front.ask("/En")).status).toBe(500);
  expect(front.admission.figures().running).toBe(0);
});

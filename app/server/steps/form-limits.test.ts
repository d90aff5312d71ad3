import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type RunningFront, startFront } from "../../../tests/support/site/front.ts";
import { addressLimit } from "../pages/address-limit.ts";

let front: RunningFront | undefined;
afterEach(() => front?.stop());

const type = "application/x-www-form-urlencoded";
const post = (at: RunningFront, path: string, body: string, headers: Record<string, string> = {}) =>
  at.ask(path, { Origin: at.origin, "Content-Type": type, ...headers }, "POST", body);

describe("a posted form", () => {
  test("with a hundred fields reaches its page unchanged, and no action sees one more", async () => {
    const remix = vi.fn(async (request: Request) => new Response(await request.text()));
    front = await startFront({ remix });
    const most = Array.from({ length: 100 }, (_, at) => `f${at}=1`).join("&");
    expect((await post(front, "/En/track", most)).text).toBe(most);
    await post(front, "/En/track", `${most}&`);
    const [request, context] = remix.mock.calls[1] as unknown as [Request, object];
    expect([request.method, new URL(request.url).pathname]).toEqual(["GET", "/En/refused"]);
    expect(context).toMatchObject({ refusal: { status: 413, code: "too_many_fields", path: "/En/track" } });
  });

  test("with a name of two hundred bytes reaches its page, and no action sees a longer one", async () => {
    const remix = vi.fn(async (request: Request) => new Response(await request.text()));
    front = await startFront({ remix });
    const longest = `a=1&${"b".repeat(200)}=${"c".repeat(1000)}`;
    expect((await post(front, "/En/track", longest)).text).toBe(longest);
    await post(front, "/En/track", `a=1&${"b".repeat(201)}`);
    const [request, context] = remix.mock.calls[1] as unknown as [Request, object];
    expect(request.method).toBe("GET");
    expect(context).toMatchObject({ refusal: { status: 413, code: "too_large", path: "/En/track" } });
  });

  test("reaches no action when the client disconnects half-way", async () => {
    const remix = vi.fn(async () => new Response());
    front = await startFront({ remix });
    const socket = connect(Number(new URL(front.origin).port), "127.0.0.1");
    await once(socket, "connect");
    const head = `POST /track HTTP/1.1\r\nHost: ${new URL(front.origin).host}\r\nOrigin: ${front.origin}`;
    socket.write(`${head}\r\nContent-Type: ${type}\r\nContent-Length: 9\r\n\r\na=1`);
    await pause(50);
    socket.destroy();
    await expect.poll(() => front?.traffic.count()).toBe(0);
    await pause(50);
    expect(remix).not.toHaveBeenCalled();
  });
});

describe("a mail program that presses an unsubscribe link", () => {
  const boundary = "b1";
  const multipart = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="List-Unsubscribe"',
    "",
    "One-Click",
    `--${boundary}--`,
    "",
  ];
  const path = "/En/newsletter/stop?t=key";

  test.each([
    ["urlencoded", type, "List-Unsubscribe=One-Click"],
    ["urlencoded with a charset", `${type}; charset=UTF-8`, "List-Unsubscribe=One-Click"],
    ["multipart", `multipart/form-data; boundary=${boundary}`, multipart.join("\r\n")],
  ])(
    "reaches the page with a %s body, whoever names themselves as its sender, however often",
    async (_what, contentType, body) => {
      const remix = vi.fn(async ({ method }: Request) => new Response(method, { status: 404 }));
      front = await startFront({ remix }, { badPosts: addressLimit(1) });
      const senders = [{}, { Origin: "https://mail.example" }, { "Sec-Fetch-Site": "cross-site" }, { Origin: "null" }];
      for (const sender of [...senders, { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" }]) {
        const response = await front.ask(path, { "Content-Type": contentType, ...sender }, "POST", body);
        expect([response.status, response.text], JSON.stringify(sender)).toEqual([404, "POST"]);
      }
    },
  );

  test("reaches no other page", async () => {
    const methods: string[] = [];
    front = await startFront({
      remix: async (request: Request) => {
        methods.push(request.method);
        return new Response();
      },
    });
    await front.ask("/En/track", { "Content-Type": type }, "POST", "a=1");
    await front.ask("/En/newsletter/confirm?t=key", { "Content-Type": type }, "POST", "a=1");
    expect(methods).toEqual(["GET", "GET"]);
  });
});

describe("bad posts", () => {
  test("of one address are refused over their limit, before they are read", async () => {
    const remix = vi.fn(async () => new Response(null, { status: 400 }));
    front = await startFront({ remix }, { badPosts: addressLimit(3), trustedProxies: ["127.0.0.1"] });
    const from = (address: string) => ({ "X-Forwarded-For": address });
    for (const [path, origin] of [["/track"], ["/track", "https://evil.example"], ["/En/sign-in"]] as const) {
      await post(front, path, "a=1", { ...from("198.51.100.1"), ...(origin && { Origin: origin }) });
    }
    expect(remix).toHaveBeenCalledTimes(3);
    const refused = await post(front, "/track", "a=1", from("198.51.100.1"));
    expect([refused.status, Number(refused.headers["retry-after"])]).toEqual([429, expect.any(Number)]);
    expect((await post(front, "/track", "a=1", { ...from("198.51.100.1"), Origin: "null" })).status).toBe(429);
    expect(remix).toHaveBeenCalledTimes(3);
    expect((await post(front, "/track", "a=1", from("198.51.100.2"))).status).toBe(400);
    expect((await front.ask("/track", from("198.51.100.1"))).status).toBe(400);
  });

  test("are those answered with 4xx: neither good ones nor failures of ours", async () => {
    let status = 303;
    front = await startFront({ remix: async () => new Response(null, { status }) }, { badPosts: addressLimit(2) });
    for (status of [303, 200, 500, 503, 303]) expect((await post(front, "/track", "a=1")).status).toBe(status);
  });
});

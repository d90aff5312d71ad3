import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { problem } from "../../../contract/values/problem.ts";
import { openDraft } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const origin = "http://exchange.test/api/v1";
const json = "application/json";
let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

/** A request that no normal client would send. */
async function send(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
  const headers = { "client-id": "test", ...init.headers };
  const response = await service.fetch(new Request(`${origin}/${path}`, { ...init, headers }));
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

async function problemOf(path: string, init?: RequestInit & { headers?: Record<string, string> }) {
  const { status, headers, text } = await send(path, init);
  expect(headers.get("Content-Type")).toBe("application/problem+json");
  expect(headers.get("Cache-Control")).toBe("no-store");
  const parsed = problem.parse(JSON.parse(text));
  expect(parsed.status).toBe(status);
  return parsed;
}

const post = (body: BodyInit, type = json) => ({ method: "POST", body, headers: { "Content-Type": type } });

describe("a request", () => {
  test("without client-id, or with an unknown one when clients are listed, is refused", async () => {
    const nobody = await problemOf("exchange/pairs", { headers: { "client-id": "" } });
    expect(nobody).toMatchObject({ status: 403, code: "client_id_invalid" });
    service = await exchange({ settings: { API_CLIENT_IDS: "website,partner" } });
    const pairs = (id: string) => new Request(`${origin}/exchange/pairs`, { headers: { "client-id": id } });
    const stranger = { address: "192.0.2.7", isTrusted: false };
    const refused = await service.fetch(pairs("test"), stranger);
    expect(problem.parse(await refused.json()).code).toBe("client_id_invalid");
    expect((await service.fetch(pairs("partner"), stranger)).status).toBe(200);
    // Our own website is always accepted.
    expect((await service.fetch(pairs("test"))).status).toBe(200);
  });

  test("for an unknown path or a wrong method gets its own error", async () => {
    expect(await problemOf("nowhere")).toMatchObject({ status: 404, code: "not_found", instance: "/api/v1/nowhere" });
    expect((await problemOf("exchange/pairs/")).code).toBe("not_found");
    const wrong = await send("exchange/track", { method: "DELETE" });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("Allow")).toBe("GET, POST, HEAD");
  });

  test("is answered in the requested language", async () => {
    const inRussian = await problemOf("nowhere", { headers: { "Accept-Language": "de, ru-RU;q=0.8, en;q=0.5" } });
    expect(inRussian.title).toBe("Не найдено");
    expect((await problemOf("nowhere", { headers: { "Accept-Language": "fr" } })).title).toBe("Not found");
  });

  test("keeps its id in the response", async () => {
    const withId = { headers: { "X-Request-Id": "click-0001" } };
    expect((await problemOf("nowhere", withId)).request_id).toBe("click-0001");
    expect((await send("exchange/pairs", withId)).headers.get("X-Request-Id")).toBe("click-0001");
    const withOwnId = await send("exchange/pairs", { headers: { "X-Request-Id": "<b>no id</b>" } });
    expect(withOwnId.headers.get("X-Request-Id")).toMatch(/^req_/);
  });

  test("that causes an internal error reveals nothing about it", async () => {
    service.upstream.context.market.snapshot = () => Promise.reject(new Error("the secret of the house"));
    const { status, text } = await send("exchange/pairs");
    expect(status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ code: "internal_error" });
    expect(text).not.toContain("secret");
  });
});

describe("a body", () => {
  test("must be declared as JSON", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=koi8-r", ""]) {
      const refused = await problemOf("exchange/step-one", post("{}", type));
      expect(refused, type).toMatchObject({ status: 415, code: "unsupported_media_type" });
    }
    expect((await problemOf("exchange/step-one", post("{}", "application/json; charset=utf-8"))).status).toBe(422);
  });

  test("is not taken compressed", async () => {
    const packed = {
      ...post("{}", "application/json"),
      headers: { "Content-Type": "application/json", "Content-Encoding": "gzip" },
    };
    for (const path of ["exchange/step-one", "gateways/nebulox/webhook"]) {
      const refused = await send(path, packed);
      expect(refused.status, path).toBe(415);
      expect(refused.headers.get("Accept-Encoding"), path).toBe("identity");
    }
    expect(await problemOf("exchange/step-one", packed)).toMatchObject({ status: 415, code: "unsupported_media_type" });
  });

  test.each([
    ["nothing", ""],
    ["half of JSON", '{"from":"usdt'],
    ["two readings", '{"from":"usdt-trc20","from":"btc"}'],
    ["two readings, one in disguise", '{"from":"usdt-trc20","fr\\u006fm":"btc"}'],
    ["a poisoned prototype", '{"__proto__":{"from":"btc"}}'],
    ["a poisoned prototype in disguise", '{"\\u005f_proto__":{"from":"btc"}}'],
    ["an abyss", `${"[".repeat(10_000)}${"]".repeat(10_000)}`],
    ["text that no database stores", '{"from":"a\\u0000b"}'],
    ["half a character", '{"from":"\\ud83d"}'],
    ["bytes that are no text", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ])("is refused when it is %s", async (_, body) => {
    expect(await problemOf("exchange/step-one", post(body))).toMatchObject({ status: 400, code: "bad_request" });
  });

  test("has a size limit, declared or not", async () => {
    const large = JSON.stringify({ from: "x".repeat(70_000) });
    expect(await problemOf("exchange/step-one", post(large))).toMatchObject({ status: 413, code: "too_large" });
    const stream = new Blob([large]).stream();
    const unannounced = { ...post(stream), duplex: "half" as const };
    expect((await problemOf("exchange/step-one", unannounced)).code).toBe("too_large");
  });

  test("that breaks off is no internal error", async () => {
    const stream = new ReadableStream({ start: (controller) => controller.error(new Error("aborted")) });
    const broken = { ...post(stream), duplex: "half" as const };
    expect((await problemOf("exchange/step-one", broken)).code).toBe("bad_request");
  });

  test("of the wrong shape gets field errors", async () => {
    const body = { ref: 7, payout: { account: "x".repeat(501), extra: { "full/name": 1 } }, email: null };
    const refused = await problemOf("exchange/step-two", post(JSON.stringify(body)));
    expect(refused).toMatchObject({ status: 422, code: "validation_failed" });
    expect(refused.errors).toEqual([
      { pointer: "/ref", code: "invalid" },
      { pointer: "/payout/account", code: "too_long", meta: { max: "500" } },
      { pointer: "/payout/extra/full~1name", code: "invalid" },
      { pointer: "/email", code: "required" },
    ]);
    const empty = await problemOf("exchange/cancel", post("{}"));
    expect(empty.errors).toEqual([{ pointer: "/ref", code: "required" }]);
  });

  test("may have unknown fields", async () => {
    const quoteInput = { from: "usdt-trc20", to: "paypal-usd", amount: "500", colour: "green" };
    expect((await send("exchange/step-one", post(JSON.stringify(quoteInput)))).status).toBe(201);
  });
});

describe("a query", () => {
  test("accepts lists as key[] and a single value as a plain key", async () => {
    const { ref, token } = await openDraft(service);
    const headers = { "Order-Token": token };
    expect((await send(`orders/status?ref[]=${ref}`, { headers })).status).toBe(200);
    expect((await send(`orders/status?ref%5B%5D=${ref}`, { headers })).status).toBe(200);
    expect((await problemOf(`orders/status?ref=${ref}`, { headers })).status).toBe(422);
    expect((await problemOf(`exchange/track?ref=${ref}&ref=${ref}`, { headers })).code).toBe("bad_request");
    expect((await problemOf("exchange/track?ref=%00", { headers })).code).toBe("bad_request");
    expect((await problemOf("exchange/track", { headers })).errors).toEqual([{ pointer: "/ref", code: "required" }]);
  });
});

describe("a response", () => {
  test("is not cacheable unless allowed", async () => {
    const { ref, token } = await openDraft(service);
    const trackAnswer = await send(`exchange/track?ref=${ref}`, { headers: { "Order-Token": token } });
    expect(trackAnswer.headers.get("Cache-Control")).toBe("no-store");
    expect((await send("exchange/pairs")).headers.get("Cache-Control")).toBe("public, max-age=15");
  });

  test("is restricted to its own origin, including refusals and errors", async () => {
    for (const path of ["exchange/pairs", "nowhere", "openapi.json"]) {
      const { headers } = await send(path);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Content-Security-Policy")).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get("X-Powered-By")).toBeNull();
    }
  });

  test("with the OpenAPI document names the public host, and pages of any origin may read it", async () => {
    const document = await send("openapi.json");
    expect(JSON.parse(document.text).servers).toMatchObject([{ url: `${service.ctx.env.PUBLIC_ORIGIN}/api/v1` }]);
    expect(document.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(document.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    expect((await send("exchange/pairs")).headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  test("is 304 while unchanged", async () => {
    const etag = (await send("exchange/pairs")).headers.get("ETag") ?? "";
    const again = await send("exchange/pairs", { headers: { "If-None-Match": `"other", ${etag}` } });
    expect(again).toMatchObject({ status: 304, text: "" });
    expect((await send("exchange/pairs", { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  });
});

describe("the client address", () => {
  const addressOf = async (headers: Record<string, string>, isTrusted: boolean) => {
    const body = { from: "usdt-trc20", to: "paypal-usd", amount: "500" };
    const peer = { address: "198.51.100.1", isTrusted };
    await service.call("exchangeStepOne", { body, headers, peer });
    const { rows } = await service.upstream.context.db.query("select client_address from exchange_order");
    return rows.at(-1)?.client_address;
  };

  test("is the peer's, whatever a stranger forwards", async () => {
    expect(await addressOf({ "Client-Address": "203.0.113.9", "X-Forwarded-For": "203.0.113.9" }, false)).toBe(
      "198.51.100.1",
    );
  });

  test("is trusted from this process, and with the secret", async () => {
    expect(await addressOf({ "Client-Address": "203.0.113.9" }, true)).toBe("203.0.113.9");
    service = await exchange({ settings: { API_CLIENT_SECRET: "s".repeat(40) } });
    const visitorHeaders = { "Client-Address": "203.0.113.9", "Client-Secret": "s".repeat(40) };
    expect(await addressOf(visitorHeaders, false)).toBe("203.0.113.9");
    service = await exchange({ settings: { API_CLIENT_SECRET: "s".repeat(40) } });
    expect(await addressOf({ ...visitorHeaders, "Client-Secret": "guess" }, false)).toBe("198.51.100.1");
  });
});

describe("health", () => {
  test("reports liveness and readiness", async () => {
    const ask = (path: string) => service.fetch(new Request(`http://exchange.test/${path}`));
    expect((await ask("healthz")).status).toBe(200);
    expect((await ask("readyz")).status).toBe(200);
    service.upstream.context.db.canCommit = async () => false;
    await pause(1000);
    expect((await ask("healthz")).status).toBe(200);
    expect((await ask("readyz")).status).toBe(503);
  });
});

import { describe, expect, test } from "vitest";
import { call, oneInATurn, type RequestSender } from "./call.server.ts";

const caller = {
  lang: "en",
  bearer: null,
  isLocal: false,
  clientAddress: "127.0.0.1",
  clientAgent: null,
  requestId: "r",
} as const;
const to = { baseUrl: "http://service.test", clientId: "website", clientSecret: undefined, inProcess: false };
const accepted = () => Response.json({ data: { accepted: true } }, { status: 202 });
const unavailable = (status: number) => ({ ok: false, problem: { status, code: "upstream_unavailable" } });

/** Returns the responses in order and counts. A function that throws is a broken connection. */
function service(...answers: (() => Response | Promise<Response>)[]): RequestSender & { calls: Request[] } {
  const calls: Request[] = [];
  const send = async (request: Request) => {
    calls.push(request);
    const respond = answers[Math.min(calls.length, answers.length) - 1];
    if (!respond) throw new Error("no answer");
    return respond();
  };
  return Object.assign(send, { calls });
}

const broken = () => {
  throw new TypeError("connection reset");
};
const html = (status: number) => () => new Response("<html>Bad gateway</html>", { status });
const problem = (status: number, code: string, more = {}) =>
  Response.json(
    { type: "about:blank", title: "No", status, code, ...more },
    { status, headers: { "Content-Type": "application/problem+json", "Retry-After": "7" } },
  );

/** Longer than any response here takes, on any machine. */
const enoughMs = 60_000;

const read = (send: RequestSender, timeLeftMs = enoughMs) =>
  call("exchangeDirections", { query: {} }, caller, to, send, timeLeftMs);
const track = (send: RequestSender) =>
  call("exchangeTrackMail", { body: { ref: "R", email: "a@b.co" } }, caller, to, send, enoughMs);
const execute = (send: RequestSender) =>
  call(
    "exchangeExecute",
    { body: { ref: "R", pay_with: "crypto_address" }, idempotencyKey: "k", orderToken: "t" },
    caller,
    to,
    send,
    enoughMs,
  );

test("responses that arrive together are each processed in their own turn", async () => {
  const turns: (() => void)[] = [];
  const turn = () => new Promise<void>((resolve) => void turns.push(resolve));
  const processed: string[] = [];
  const asked = ["first", "second"].map(async (name) => {
    const respond = () => Response.json({ data: { from: [], to: [] } });
    await read(oneInATurn(service(respond), turn));
    processed.push(name);
  });
  await expect.poll(() => turns.length).toBe(2);
  expect(processed).toEqual([]);
  turns[0]?.();
  await asked[0];
  expect(processed).toEqual(["first"]);
  turns[1]?.();
  await Promise.all(asked);
  expect(processed).toEqual(["first", "second"]);
});

describe("a read call", () => {
  test("returns the parsed reply", async () => {
    const send = service(() => Response.json({ data: { from: ["btc"], to: [] } }));
    expect(await read(send)).toEqual({ ok: true, data: { data: { from: ["btc"], to: [] } } });
  });

  test("is retried once after a broken connection", async () => {
    const healed = service(broken, () => Response.json({ data: { from: [], to: [] } }));
    expect(await read(healed)).toMatchObject({ ok: true });
    const dead = service(broken);
    expect(await read(dead)).toEqual(unavailable(503));
    expect(dead.calls).toHaveLength(2);
  });

  test("is retried once after a gateway error page", async () => {
    const send = service(html(502), () => Response.json({ data: { from: [], to: [] } }));
    expect(await read(send)).toMatchObject({ ok: true });
  });

  test("fails with a timeout when the service hangs, without a retry", async () => {
    const send = service(() => new Promise<Response>(() => {}));
    expect(await read(send, 20)).toEqual(unavailable(504));
    expect(send.calls).toHaveLength(1);
  });

  test("fails with a timeout when the response body never ends", async () => {
    const endless = () => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array([123])) }));
    expect(await read(service(endless), 20)).toEqual(unavailable(504));
  });
});

describe("a write call", () => {
  test("without an idempotency key is never retried", async () => {
    const send = service(broken, accepted);
    expect(await track(send)).toEqual(unavailable(503));
    expect(send.calls).toHaveLength(1);
  });

  test("with an idempotency key is retried with the same key and body", async () => {
    const send = service(broken, () => problem(409, "invalid_transition"));
    expect(await execute(send)).toMatchObject({ ok: false, problem: { code: "invalid_transition" } });
    expect(send.calls.map((request) => request.headers.get("idempotency-key"))).toEqual(["k", "k"]);
    const [first, second] = await Promise.all(send.calls.map((request) => request.text()));
    expect(second).toBe(first);
  });

  test("is not retried after a refusal by the service", async () => {
    const send = service(() => problem(503, "gateway_unavailable"));
    expect(await execute(send)).toMatchObject({
      ok: false,
      problem: { code: "gateway_unavailable", retry_after_seconds: 7 },
    });
    expect(send.calls).toHaveLength(1);
  });

  test("returns the reply when accepted", async () => {
    expect(await track(service(accepted))).toEqual({ ok: true, data: { data: { accepted: true } } });
  });
});

describe("a response that breaks off", () => {
  const half = () =>
    new Response(
      new ReadableStream({
        pull(body) {
          body.enqueue(new TextEncoder().encode('{"data":{"from":['));
          body.error(new TypeError("terminated"));
        },
      }),
    );

  test("is retried when that is safe", async () => {
    expect(await read(service(half, () => Response.json({ data: { from: [], to: [] } })))).toMatchObject({ ok: true });
    expect(await read(service(half))).toEqual(unavailable(502));
    const unkeyed = service(half, accepted);
    expect(await track(unkeyed)).toEqual(unavailable(502));
    expect(unkeyed.calls).toHaveLength(1);
  });
});

describe("a refusal by a proxy", () => {
  test.each([502, 503, 504])("counts as an unavailable service: %i", async (status) => {
    expect(await read(service(html(status)))).toEqual(unavailable(status));
  });

  test("keeps its Retry-After", async () => {
    const busy = () => new Response("Slow down", { status: 429, headers: { "Retry-After": "11" } });
    expect(await read(service(busy))).toEqual({
      ok: false,
      problem: { status: 429, code: "too_many_requests", retry_after_seconds: 11 },
    });
  });
});

describe("a response outside the contract", () => {
  test.each([
    ["HTML with status 200", () => new Response("<html>Welcome</html>", { headers: { "Content-Type": "text/html" } })],
    ["broken JSON", () => new Response('{"data":{"from":[')],
    ["another shape", () => Response.json({ data: { from: "btc" } })],
    ["an empty body", () => new Response(null)],
    ["a redirect", () => new Response(null, { status: 302, headers: { Location: "https://elsewhere.example" } })],
    ["a status without a problem", () => Response.json({ error: "no" }, { status: 418 })],
    ["a body above the size limit", () => new Response("[".repeat(4 * 1024 * 1024 + 1))],
    ["a code nobody knows", () => problem(400, "new_code")],
  ])("counts as an unavailable service: %s", async (_name, respond) => {
    expect(await read(service(respond))).toEqual(unavailable(502));
  });

  test("is no problem when the contract declares it", async () => {
    const errors = [{ pointer: "/ref", code: "required" }];
    expect(await track(service(() => problem(422, "validation_failed", { errors })))).toMatchObject({
      ok: false,
      problem: { status: 422, code: "validation_failed", errors },
    });
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newConnection } from "./connection.ts";
import { keepingThePage } from "./lost-requests.ts";

const page = "https://exchange.test/En/order/X.data";
const marked = { headers: { "X-Remix-Response": "yes" } };
const plainText = (status: number) => async () => new Response("Refused.", { status });
const lost = {
  "no network": () => Promise.reject(new TypeError("Failed to fetch")),
  "a proxy's page": async () => new Response("<h1>Bad gateway</h1>", { status: 502 }),
  "a portal's page": async () => new Response("<h1>Wi-Fi: sign in</h1>"),
  "half an answer": async () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.error(new TypeError("network error")),
      }),
      marked,
    ),
} satisfies Record<string, typeof fetch>;

/** A page whose requests are answered in this order; the last answer is repeated. */
function opened(...answers: (typeof fetch)[]) {
  const connection = newConnection();
  const states: string[] = [];
  const pauses: number[] = [];
  connection.subscribe(() => states.push(connection.state()));
  let asked = 0;
  const send: typeof fetch = (...request) => {
    const respond = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    return respond?.(...request) ?? Promise.reject(new Error("No answer."));
  };
  const pause = async (ms: number) => {
    pauses.push(ms);
  };
  return { fetch: keepingThePage(send, connection, pause), states, pauses, asked: () => asked };
}

beforeEach(() => void vi.stubGlobal("location", new URL("https://exchange.test/En")));
afterEach(() => void vi.unstubAllGlobals());

const refused = {
  "a firewall's refusal": { respond: plainText(403), state: "blocked" },
  "a proxy's sign-in": { respond: plainText(407), state: "blocked" },
  "a proxy's timeout": { respond: plainText(408), state: "blocked" },
  "a proxy's limit of size": { respond: plainText(413), state: "blocked" },
  "our front's limit": { respond: plainText(429), state: "tooMany" },
} as const;
const cases = [
  ...Object.entries(lost).map(([name, respond]) => ({ name, respond, state: "unsent" })),
  ...Object.entries(refused).map(([name, refusal]) => ({ name, ...refusal })),
];

describe.each(cases)("$name", ({ respond, state }) => {
  test("reading the page again is repeated until it is answered", async () => {
    const { fetch, states, pauses } = opened(respond, respond, respond, async () => new Response("data", marked));
    expect(await (await fetch(page)).text()).toBe("data");
    expect(pauses).toEqual([1000, 2000, 4000]);
    expect(states).toEqual(["waiting", "answers"]);
  });

  test("a form is sent once, and the page stays as it is", async () => {
    const { fetch, states, asked } = opened(respond);
    const response = await fetch(page, { method: "POST", body: "amount=5" });
    expect(response.status).toBe(503);
    expect(await response.text()).toBe('[{"_1":-5},"data"]\n');
    expect(states).toEqual([state]);
    expect(asked()).toBe(1);
  });
});

test("sending the form again takes the notice away", async () => {
  const { fetch, states } = opened(lost["no network"], async () => new Response("data", marked));
  await fetch(page, { method: "POST" });
  await fetch(page, { method: "POST" });
  expect(states).toEqual(["unsent", "answers"]);
});

test.each([
  ["20", 20_000],
  [new Date(Date.now() + 30_000).toUTCString(), 30_000],
  ["86400", 60_000],
  ["soon", 1000],
])("reading again waits as a refusal says, at most a minute: %s", async (after, milliseconds) => {
  const busy = async () => new Response("", { status: 429, headers: { "Retry-After": after } });
  const { fetch, pauses } = opened(busy, async () => new Response("data", marked));
  await fetch(page);
  expect(Math.abs((pauses[0] ?? 0) - milliseconds)).toBeLessThan(2000);
});

test("refusals and errors of Remix are answers", async () => {
  for (const response of [
    new Response("refused", { ...marked, status: 403 }),
    new Response("error", { ...marked, status: 500 }),
    new Response(null, { ...marked, status: 204 }),
  ]) {
    const { fetch, states } = opened(async () => response.clone());
    expect((await fetch(page)).status).toBe(response.status);
    expect(states).toEqual([]);
  }
});

test("other requests fail as ever, and one that its page gave up ends", async () => {
  const { fetch } = opened(lost["no network"]);
  await expect(fetch("https://exchange.test/En/order/X/status")).rejects.toThrow("Failed to fetch");
  await expect(fetch("https://elsewhere.test/file.data")).rejects.toThrow("Failed to fetch");
  const ended = AbortSignal.abort(new DOMException("left", "AbortError"));
  await expect(fetch(page, { signal: ended })).rejects.toThrow("Failed to fetch");
});

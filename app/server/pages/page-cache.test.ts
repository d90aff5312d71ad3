import { afterEach, describe, expect, test } from "vitest";
import { cachedSite, page, type Rendered } from "../../../tests/support/site/cached-site.ts";
import { wholePage } from "../../http/response/whole-page.server.ts";
import { consentVersion } from "../../third-parties/consent.ts";

let running: Awaited<ReturnType<typeof cachedSite>> | undefined;
afterEach(() => running?.stop());

const site = async (...settings: Parameters<typeof cachedSite>) => {
  running = await cachedSite(...settings);
  return running;
};

describe("a public page", () => {
  test("is rendered once per key; each response has its own request id and log line", async () => {
    const { ask, rendered, lines } = await site();
    const [first, second] = [await ask("/En", { "User-Agent": "one", Referer: "/secret" }), await ask("/En")];
    expect([first.status, second.text]).toEqual([200, first.text]);
    expect(rendered).toHaveLength(1);
    expect([...(rendered[0]?.request.headers.keys() ?? [])].sort()).toEqual(["accept-language", "host"]);
    expect(rendered[0]?.facts.nonce).toBeUndefined();
    await expect.poll(() => lines).toHaveLength(2);
    expect(lines.map(({ request_id }) => request_id)).toEqual(
      [first, second].map((response) => response.headers["x-request-id"]),
    );
    expect(new Set(lines.map(({ request_id }) => request_id)).size).toBe(2);
    expect(lines[1]).toMatchObject({ path: "/En", status: 200, method: "GET" });
  });

  test("allows shared caching for a second, lists Vary, and allows inline scripts by hash", async () => {
    const { ask } = await site();
    const { headers } = await ask("/En");
    expect(headers["cache-control"]).toBe("public, max-age=0, s-maxage=1, stale-while-revalidate=1");
    expect(headers.vary).toBe("Cookie, Accept-Encoding");
    expect((await ask("/")).headers.vary).toBe("Accept-Language, Cookie, Accept-Encoding");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}='; style-src/);
    expect(policy).not.toMatch(/nonce|unsafe/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  test("is one of three where consent is asked for, and opens the policy for those who gave it only", async () => {
    const text = consentVersion([]);
    const sources = { script: ["https://stats.example"], connect: [], image: [], frame: [], style: [] };
    const { ask, rendered } = await site(undefined, undefined, { text, sources: [sources] });
    const yes = { Cookie: `consent=yes.${text}.1764000000` };
    const visitors = {
      asked: await ask("/En"),
      outdated: await ask("/En", { Cookie: "consent=yes.2020-01-01-0.1" }),
      agreed: await ask("/En", yes),
      agreedEarlier: await ask("/En", { Cookie: `consent=yes.${text}.1763000000` }),
      refused: await ask("/En", { Cookie: `consent=no.${text}.1764000000` }),
      signal: await ask("/En", { ...yes, "Sec-GPC": "1" }),
    };
    expect(rendered.map(({ request }) => request.headers.get("cookie"))).toEqual([
      null,
      `consent=yes.${text}.0`,
      `consent=no.${text}.0`,
    ]);
    expect(visitors.outdated.text).toBe(visitors.asked.text);
    expect(visitors.agreedEarlier.text).toBe(visitors.agreed.text);
    expect(visitors.signal.text).toBe(visitors.refused.text);
    const open = Object.entries(visitors).filter(([, { headers }]) =>
      String(headers["content-security-policy"]).includes("stats.example"),
    );
    expect(open.map(([name]) => name)).toEqual(["agreed", "agreedEarlier"]);
    expect(visitors.asked.headers.vary).toBe("Cookie, Sec-GPC, Accept-Encoding");
  });

  test("may be prefetched, within a limit of its own", async () => {
    const { ask } = await site();
    const prefetch = () => ask("/En", { "Sec-Purpose": "prefetch" });
    const statuses = [];
    for (let turn = 0; turn < 6; turn++) statuses.push((await prefetch()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    for (let turn = 0; turn < 20; turn++) expect((await ask("/En")).status).toBe(200);
    expect((await ask("/En")).status).toBe(429);
  });

  test.each([
    ["a session", { Cookie: "theme=dark; session=x" }],
    ["tokens of orders", { Cookie: "orders=x" }],
    ["a cookie of unknown meaning", { Cookie: "other=1" }],
    ["credentials", { Authorization: "Bearer x" }],
  ])("bypasses the cache for a visitor with %s", async (_, headers) => {
    const { ask, store } = await site();
    await ask("/En");
    expect((await ask("/En", headers)).text).toBe("by Remix");
    expect(store.size).toBe(1);
  });

  test.each([
    "/En/track",
    "/En/",
    "/en",
    "/En?t=canary0123456789canaryABCDEF",
    "/En?promo=A",
    "/En?amount=many",
    "/En?amount=1&amount=2",
    "/En?from=%3Cb%3E",
    "/En/company/about?partner=ANNA7",
    "/En/pairs/usdt-trc20-to-paypal-usd?from_amount=700",
  ])("%s bypasses the cache", async (path) => {
    const { ask, rendered } = await site();
    expect((await ask(path)).text).toBe("by Remix");
    expect(rendered).toEqual([]);
  });

  test.each([
    ["/En?x=canary&utm_source=a", "/En"],
    ["/En?amount=5&x=canary", "/En?amount=5"],
    ["/En?x=1&x=2", "/En"],
    ["/En/company/about?amount=1", "/En/company/about"],
    ["/Ru/legal/faq?promo=A", "/Ru/legal/faq"],
  ])("%s, with a query that no page reads, is the page of %s from memory", async (path, plain) => {
    const { ask, rendered } = await site();
    const first = await ask(plain);
    expect((await ask(path)).text).toBe(first.text);
    expect(rendered).toHaveLength(1);
  });

  test("is limited for an address before its query and cookies are judged", async () => {
    const { ask } = await site();
    for (let turn = 0; turn < 20; turn++) expect((await ask(`/En?promo=${turn}`)).text).toBe("by Remix");
    expect((await ask("/En?promo=20")).status).toBe(429);
    expect((await ask("/En", { Cookie: "session=invented" })).status).toBe(429);
    expect((await ask("/En")).status).toBe(429);
  });

  test("bypasses the cache for forms and for very long headers", async () => {
    const { ask, origin, rendered } = await site();
    const form = { Origin: origin, "Content-Type": "application/x-www-form-urlencoded" };
    expect((await ask("/En", form, "POST", "a=1")).text).toBe("by Remix");
    expect((await ask("/En", { "Accept-Language": "en,".repeat(300) })).text).toBe("by Remix");
    expect(rendered).toEqual([]);
  });

  test.each([
    ["that sets a cookie", () => wholePage(Buffer.from("a"), { headers: { "Set-Cookie": "a=1" } })],
    ["with another status than 200", () => wholePage(Buffer.from("a"), { status: 503 })],
    ["with a cache rule of its own", () => wholePage(Buffer.from("a"), { headers: { "Cache-Control": "no-store" } })],
    [
      "for which a call to the service failed",
      (turn: number, { facts }: Rendered) => {
        facts.callFailed = true;
        return page(turn);
      },
    ],
    [
      "made for a member",
      (turn: number, { facts }: Rendered) => {
        facts.personal = true;
        return page(turn);
      },
    ],
  ])("is not cached when the response %s", async (_, respond) => {
    const { ask, store } = await site(respond);
    expect((await ask("/En")).text).toBe("by Remix");
    expect(store.size).toBe(0);
  });

  test("has one entry per language, theme, time zone, query and host", async () => {
    const { ask, rendered } = await site();
    const variants: [string, Record<string, string>][] = [
      ["/", {}],
      ["/", { "Accept-Language": "ru" }],
      // The cookie and the browser select the same Russian page.
      ["/", { Cookie: "i18n_redirected=Ru" }],
      ["/", { Cookie: "theme=dark" }],
      ["/", { Cookie: "zone=Europe/Berlin" }],
      ["/", { Host: "localhost" }],
      ["/?amount=5&from=a", {}],
      ["/?from=a&amount=5", {}],
      ["/?pairs=all", {}],
      ["/En", { "Accept-Language": "ru" }],
    ];
    for (const [path, headers] of [...variants, ...variants]) await ask(path, headers);
    expect(
      rendered.map(({ request: { url, headers } }) => [
        url.replace(/:\d+/, ""),
        headers.get("accept-language"),
        headers.get("cookie"),
      ]),
    ).toEqual([
      ["http://127.0.0.1/", "en", null],
      ["http://127.0.0.1/", "ru", null],
      ["http://127.0.0.1/", "en", "theme=dark"],
      ["http://127.0.0.1/", "en", "zone=europe/berlin"],
      ["http://localhost/", "en", null],
      ["http://127.0.0.1/?amount=5&from=a", "en", null],
      ["http://127.0.0.1/?pairs=all", "en", null],
      ["http://127.0.0.1/En", "en", null],
    ]);
  });

  test("is compressed if accepted, without body for HEAD, and 304 for a matching ETag", async () => {
    const { ask, rendered } = await site(() => wholePage(Buffer.from("a".repeat(2000)), {}));
    const br = { "Accept-Encoding": "gzip, br" };
    const { headers } = await ask("/En", br);
    expect([headers["content-encoding"], Number(headers["content-length"]) < 100]).toEqual(["br", true]);
    expect((await ask("/En", { "Accept-Encoding": "gzip" })).headers["content-encoding"]).toBe("gzip");
    const again = await ask("/En", { ...br, "If-None-Match": `"x", W/${headers.etag}` });
    expect([again.status, again.text, again.headers.etag, again.headers["content-length"]]).toEqual([
      304,
      "",
      headers.etag,
      undefined,
    ]);
    const plain = await ask("/En", { "If-None-Match": String(headers.etag) });
    expect([plain.status, plain.text.length]).toEqual([200, 2000]);
    const head = await ask("/En", {}, "HEAD");
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", "2000"]);
    expect(rendered).toHaveLength(1);
  });
});

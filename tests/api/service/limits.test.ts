import { describe, expect, test } from "vitest";
import { defaultLimits } from "../../../upstream/http/request/limits.ts";
import { wireRequest } from "../../support/service/api-client.ts";
import { ownerDatabase } from "../../support/service/database.ts";
import { exchange } from "../../support/service/exchange.ts";

const quoteInput = { from: "usdt-trc20", to: "paypal-usd", amount: "500" };
const visitor = (address: string) => ({ peer: { address, isTrusted: false } });
const open = () => exchange({ settings: { RATE_LIMITS: "on" } });
type Service = Awaited<ReturnType<typeof open>>;

const draft = (service: Service, from: { peer: { address: string; isTrusted: boolean } }, headers = {}) =>
  service.call("exchangeStepOne", { body: quoteInput, headers, ...from });

/** Uses up an address's limit, with malformed requests too: they count alike. */
async function spend(service: Service, from: ReturnType<typeof visitor>, points: number) {
  for (let at = 0; at < points; at += 1) {
    const response = await draft(service, from, at % 2 ? {} : { "Content-Type": "text/plain" });
    expect(response.status).toBe(at % 2 ? 201 : 415);
  }
}

describe("opening orders", () => {
  const points = defaultLimits.exchangeStepOne?.points ?? 0;

  test("is limited per address with Retry-After, without affecting others", async () => {
    const service = await open();
    await spend(service, visitor("198.51.100.1"), points);
    const refused = await draft(service, visitor("198.51.100.1"));
    expect(refused.problem()).toMatchObject({ status: 429, code: "too_many_requests" });
    const seconds = Number(refused.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.problem().retry_after_seconds).toBe(seconds);
    expect(refused.headers.get("RateLimit")).toBe(`"exchangeStepOne";r=0;t=${seconds}`);
    expect((await draft(service, visitor("198.51.100.2"))).status).toBe(201);
  });

  test("is not unblocked by forged headers or other addresses of the same network", async () => {
    const service = await open();
    await spend(service, visitor("2001:db8:1:2::1"), points);
    const spoofs = { "X-Forwarded-For": "203.0.113.1", "Client-Address": "203.0.113.2", Forwarded: "for=203.0.113.3" };
    expect((await draft(service, visitor("2001:db8:1:2::1"), spoofs)).status).toBe(429);
    expect((await draft(service, visitor("2001:0db8:0001:0002:ffff::7"))).status).toBe(429);
    expect((await draft(service, visitor("2001:db8:1:3::1"))).status).toBe(201);
  });

  test("is refused while the limits are unavailable, and prices are still served", async () => {
    const service = await open();
    const owner = await ownerDatabase();
    await owner.query("alter table rate_limit rename to elsewhere");
    try {
      expect((await draft(service, visitor("198.51.100.1"))).problem()).toMatchObject({ status: 503 });
      expect((await service.call("exchangeQuote", { query: quoteInput, ...visitor("198.51.100.1") })).status).toBe(200);
    } finally {
      await owner.query("alter table elsewhere rename to rate_limit");
    }
  });
});

describe("the RateLimit headers", () => {
  const told = async ({ headers }: Awaited<ReturnType<typeof draft>>) => [
    headers.get("RateLimit-Policy"),
    headers.get("RateLimit"),
  ];

  test("state the limit and what is left of it, on answers and on refusals of limited calls", async () => {
    const service = await open();
    const ask = (headers = {}) => draft(service, visitor("198.51.100.1"), headers);
    const policy = '"exchangeStepOne";q=10;w=60';
    // The seconds to its end are those of the machine's clock.
    expect(await told(await ask())).toEqual([policy, expect.stringMatching(/^"exchangeStepOne";r=9;t=(?:60|5\d)$/)]);
    expect(await told(await ask({ "Content-Type": "text/plain" }))).toEqual([
      policy,
      expect.stringMatching(/^"exchangeStepOne";r=8;t=\d+$/),
    ]);
  });

  test("name the shared limit of several calls, and are absent where there is none", async () => {
    const service = await open();
    const signin = await service.ask("signin", { body: {}, ...visitor("198.51.100.1") });
    expect(signin.headers.get("RateLimit-Policy")).toBe('"guesses";q=50;w=900');
    const pairs = await service.call("exchangePairs", visitor("198.51.100.1"));
    expect([pairs.headers.get("RateLimit"), pairs.headers.get("Cache-Control")]).toEqual([null, "public, max-age=15"]);
  });

  test("keep shared caches from storing an answer with the caller's own count", async () => {
    const service = await open();
    const quote = await service.call("exchangeQuote", { query: quoteInput, ...visitor("198.51.100.1") });
    expect(quote.headers.get("RateLimit")).toMatch(/^"exchangeQuote";r=1199;t=(?:60|5\d)$/);
    expect(quote.headers.get("Cache-Control")).toBe("private, max-age=5");
  });
});

describe("prices", () => {
  const ask = (service: Service, address: string) =>
    service.call("exchangeQuote", { query: quoteInput, ...visitor(address) });
  const office = "198.51.100.1";

  test("are there for fifty people of one office, who read for a minute, and do not use up their orders", async () => {
    const service = await open();
    const pagesEach = 20;
    for (let page = 0; page < pagesEach; page += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask(service, office)));
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    }
    expect((await draft(service, visitor(office))).status).toBe(201);
  });

  test("are refused to a crawler beyond 1200 a minute with Retry-After, and to nobody else", async () => {
    const service = await open();
    const points = defaultLimits.exchangeQuote?.points ?? 0;
    const answers = await Promise.all(Array.from({ length: points + 1 }, () => ask(service, office)));
    const [refused, ...others] = answers.filter(({ status }) => status !== 200);
    expect([points, refused?.status, others]).toEqual([1200, 429, []]);
    expect(Number(refused?.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await ask(service, "198.51.100.2")).status).toBe(200);
  });
});

describe("calls that guess secrets or send emails", () => {
  test("share limits per address, whatever account and headers they use", async () => {
    const service = await open();
    const spoofed = (at: number) => ({ "X-Forwarded-For": `203.0.113.${at}`, "Client-Address": `203.0.113.${at}` });
    const ask = (name: "registerRequestCode" | "passwordResetCode", at: number) => {
      const body = { email: `visitor-${at}@example.com` };
      return service.call(name, { body, headers: spoofed(at), ...visitor("198.51.100.1") });
    };
    for (let at = 0; at < 20; at += 1) {
      expect((await ask(at % 2 ? "registerRequestCode" : "passwordResetCode", at)).status).toBe(202);
    }
    expect((await ask("registerRequestCode", 20)).status).toBe(429);
    expect((await ask("passwordResetCode", 21)).status).toBe(429);
    const guess = (name: "signin" | "passwordUpdate", at: number) =>
      service.fetch(
        wireRequest(name, { headers: { "Content-Type": "text/plain", ...spoofed(at) } }),
        visitor("198.51.100.1").peer,
      );
    for (let at = 0; at < 50; at += 1) expect((await guess(at % 2 ? "signin" : "passwordUpdate", at)).status).toBe(415);
    expect((await guess("signin", 50)).status).toBe(429);
    expect((await guess("passwordUpdate", 51)).status).toBe(429);
  });
});

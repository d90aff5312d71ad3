import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveMetrics } from "./metrics-server.ts";

let server: Awaited<ReturnType<typeof serveMetrics>>;
beforeAll(async () => {
  server = await serveMetrics({ host: "127.0.0.1", port: 0 }, async () => "reserve 5\n");
});
afterAll(() => void server.close());

async function statusFor(host: string): Promise<number | undefined> {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const sent = request({ host: "127.0.0.1", port, path: "/metrics", headers: { Host: host } });
  sent.end();
  const [response] = await once(sent, "response");
  response.resume();
  return response.statusCode;
}

describe("the metrics", () => {
  test.each(["127.0.0.1:9464", "[::1]:9464", "localhost", "site:9464", "10.0.0.7", "site.shop.svc.cluster.local:9464"])(
    "are served to a scraper that asks for %s",
    async (host) => {
      expect(await statusFor(host)).toBe(200);
    },
  );

  test.each([
    "evil.example",
    "exchange.example:9464",
    "localhost.evil.example",
    "127.0.0.1.nip.io",
    "a b",
    "x@localhost",
  ])("are refused by 421 to a web page that made its name %j lead here", async (host) => {
    expect(await statusFor(host)).toBe(421);
  });
});

import { afterEach, describe, expect, test } from "vitest";
import { type RunningFront, startFront } from "../../../tests/support/site/front.ts";
import type { FrontSettings } from "../front.ts";

let front: RunningFront | undefined;
afterEach(() => front?.stop());

async function isLocal(headers: Record<string, string>, settings: Partial<FrontSettings> = {}): Promise<boolean> {
  front = await startFront({ remix: async (_, context) => Response.json(context?.isLocal) }, settings);
  return JSON.parse((await front.ask("/", headers)).text);
}

describe("a visitor on this machine", () => {
  test.each<[Record<string, string>, string | undefined]>([
    [{}, undefined],
    [{ Host: "localhost:3000" }, undefined],
    [{ Host: "[::1]:3000" }, "http://localhost:3000"],
  ])("is local with %j at %s", async (headers, publicOrigin) => {
    expect(await isLocal(headers, { publicOrigin })).toBe(true);
  });

  test.each([
    { "X-Forwarded-For": "203.0.113.7" },
    { "X-Forwarded-For": "203.0.113.7:5555" },
    { "X-Forwarded-For": "unknown" },
    { "X-Forwarded-For": "127.0.0.1" },
    { "X-Forwarded-For": "" },
    { "X-Forwarded-Host": "exchange.example" },
    { "X-Forwarded-Proto": "https" },
    { "X-Real-IP": "203.0.113.7" },
    { Forwarded: "for=203.0.113.7" },
    { Via: "1.1 proxy" },
    { "X-Forwarded-Server": "proxy" },
    { "X-Original-Forwarded-For": "203.0.113.7" },
    { "X-Cluster-Client-IP": "203.0.113.7" },
    { "Fastly-Client-IP": "203.0.113.7" },
    { "CDN-Loop": "cloudflare" },
  ] as Record<string, string>[])("may be anywhere behind a proxy that sends %j, trusted or not", async (headers) => {
    expect(await isLocal(headers)).toBe(false);
    front?.stop();
    expect(await isLocal(headers, { trustedProxies: ["127.0.0.1"] })).toBe(false);
  });

  test("may be anywhere at a public origin, or by a foreign name (DNS rebinding)", async () => {
    expect(await isLocal({}, { publicOrigin: "https://exchange.example" })).toBe(false);
    front?.stop();
    expect(await isLocal({ Host: "rebound.evil.example" }, { publicOrigin: "http://localhost:3000" })).toBe(false);
  });
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../../proof/service.ts";
import { ask } from "../../support/service/ask.ts";
import { freePort, type Site, startSite } from "../../support/site/site.ts";
import { expect, test } from "../setup/story.ts";

const pages = ["/En/mailbox", "/En/mailbox.data", "/api/v1/sandbox/letters"];
const client = { "client-id": "test" };

/** What a proxy on this machine may send, if it sends anything. */
const proxied: Record<string, string>[] = [
  { "X-Forwarded-For": "203.0.113.7" },
  { "X-Forwarded-For": "203.0.113.7:5555" },
  { "X-Forwarded-For": "[2001:db8::1]" },
  { "X-Forwarded-For": "unknown" },
  { "X-Forwarded-For": "[::1" },
  { "X-Forwarded-For": ",,,," },
  { "X-Forwarded-For": "" },
  { "X-Forwarded-For": "127.0.0.1" },
  { "X-Real-IP": "203.0.113.7" },
  { Forwarded: "for=203.0.113.7" },
  { Via: "1.1 proxy" },
];

async function statuses(at: Pick<Site, "origin">, headers: Record<string, string>, paths = pages): Promise<number[]> {
  return Promise.all(paths.map(async (path) => (await ask(at, path, { ...client, ...headers })).status));
}

test("the mailbox opens to this machine alone: not behind a proxy, nor by a foreign name", async ({ site }) => {
  expect(await statuses(site, {})).toEqual([200, 200, 200]);
  for (const headers of proxied)
    expect(await statuses(site, headers), JSON.stringify(headers)).toEqual([404, 404, 404]);
  for (const Host of ["rebound.evil.example", "192.168.1.7:3000"]) {
    expect(await statuses(site, { Host }), Host).toEqual([421, 421, 421]);
  }
});

test("the mailbox stays closed behind a trusted proxy, and by a foreign name over loopback", async () => {
  const port = String(await freePort());
  const local = await startSite({
    PORT: port,
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    TRUSTED_PROXIES: "127.0.0.1",
  });
  try {
    expect(await statuses(local, {})).toEqual([200, 200, 200]);
    for (const headers of [...proxied, { Host: "rebound.evil.example" }]) {
      expect(await statuses(local, headers), JSON.stringify(headers)).toEqual([404, 404, 404]);
    }
  } finally {
    await local.stop();
  }
});

test.describe("with a separate service", () => {
  for (const secret of [undefined, "c".repeat(64)]) {
    test(`the mailbox opens to this machine alone, ${secret ? "with" : "without"} the secret`, async () => {
      const dataDir = await mkdtemp(join(tmpdir(), "kursa-apart-"));
      const shared: Record<string, string> = secret ? { API_CLIENT_SECRET: secret } : {};
      const service = await startService({ DATA_DIR: dataDir, ...shared });
      const site = await startSite({ API_BASE_URL: service.base, ...shared });
      try {
        expect(await statuses(site, {}, pages.slice(0, 2))).toEqual([200, 200]);
        for (const headers of proxied) {
          expect(await statuses(site, headers), JSON.stringify(headers)).toEqual([404, 404, 404]);
        }
        const direct = { origin: new URL(service.base).origin };
        const letters = ["/api/v1/sandbox/letters"];
        expect(await statuses(direct, {}, letters)).toEqual([200]);
        for (const headers of [...proxied, { Host: "rebound.evil.example" }]) {
          expect(await statuses(direct, headers, letters), JSON.stringify(headers)).toEqual([404]);
        }
      } finally {
        await site.stop();
        await service.kill("SIGTERM");
        await rm(dataDir, { recursive: true, force: true });
      }
    });
  }
});

import { expect, test } from "vitest";
import { networksOf } from "../../../contract/networks/networks.ts";
import { callPlaces } from "../../../upstream/http/call-places.ts";
import { exchange } from "../../support/service/exchange.ts";

const secret = "s".repeat(32);

test("a service without a place left refuses calls with 503 and Retry-After, and answers health", async () => {
  const places = callPlaces({ elapsedMs: () => 0, mostRunning: 1, mostWaiting: 0 });
  const service = await exchange({ places });
  const done = await places.take({ networks: networksOf("192.0.2.1"), patienceMs: 1 });
  for (const name of ["exchangePairs", "exchangeTrack"] as const) {
    const refused = await service.ask(name);
    expect(refused.problem()).toMatchObject({ code: "overloaded", status: 503, retry_after_seconds: 5 });
    expect(refused.headers.get("Retry-After")).toBe("5");
  }
  expect((await service.fetch(new Request("http://exchange.test/healthz"))).status).toBe(200);
  done?.();
  for (let request = 0; request < 3; request += 1) (await service.call("exchangePairs")).reply();
});

test("a call whose visitor waits no longer is not begun; only our site may say so", async () => {
  const places = callPlaces({ elapsedMs: () => 0 });
  const { ask } = await exchange({ places, settings: { API_CLIENT_SECRET: secret } });
  const peer = { address: "192.0.2.1", isTrusted: false };
  const late = { "Time-Left": "0" };
  expect((await ask("exchangePairs", { peer, headers: { ...late, "Client-Secret": secret } })).status).toBe(503);
  expect((await ask("exchangePairs", { peer, headers: { ...late, "Client-Secret": "g".repeat(32) } })).status).toBe(
    200,
  );
  expect((await ask("exchangePairs", { peer, headers: { "Time-Left": "100", "Client-Secret": secret } })).status).toBe(
    200,
  );
});

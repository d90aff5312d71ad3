import { expect, test } from "vitest";
import { answerOf, type Wire } from "./api-client.ts";
import type { Exchange } from "./exchange.ts";
import { repeating } from "./repeating.ts";

/** Answers with these statuses in turn, and keeps what it was sent. */
function answering(...statuses: number[]) {
  const seen: (Wire | undefined)[] = [];
  const ask: Exchange["ask"] = async (name, sent) => {
    seen.push(sent);
    const status = statuses.shift() ?? 200;
    return answerOf(name, new Response("{}", { status, headers: { "Retry-After": "0" } }));
  };
  return { seen, service: repeating({ ask } as Exchange) };
}

test("a call answered with 503 is repeated as it was, with its key", async () => {
  const { seen, service } = answering(503, 503, 201);
  expect((await service.ask("withdrawalsCreate", { body: { amount: "1" }, key: "once" })).status).toBe(201);
  expect(seen).toEqual(Array.from({ length: 3 }, () => ({ body: { amount: "1" }, key: "once" })));
});

test("any other answer is given at once", async () => {
  const { seen, service } = answering(422, 201);
  expect((await service.ask("withdrawalsCreate", { key: "once" })).status).toBe(422);
  expect(seen).toHaveLength(1);
});

test("a service that stays away is told of in the end", async () => {
  const { service } = answering(...Array.from({ length: 100 }, () => 503));
  expect((await service.ask("withdrawalsCreate", { key: "once" })).status).toBe(503);
});

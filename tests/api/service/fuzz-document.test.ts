import { expect, test } from "vitest";
import { openApiDocument } from "../../../upstream/http/openapi.ts";
import { seed } from "../../../upstream/orders/rules/testing/seed.ts";
import { mismatchOf } from "../../support/fuzz/check-answer.ts";
import { described } from "../../support/fuzz/document.ts";
import { randomRequest } from "../../support/fuzz/random-request.ts";
import { misfits } from "../../support/fuzz/schema-mismatches.ts";
import { wordsOf } from "../../support/fuzz/typical-values.ts";
import { executedOrder, type OpenedOrder, openDraft } from "../../support/orders/order-steps.ts";
import { exchange } from "../../support/service/exchange.ts";
import { chance } from "../../support/simulation/chance.ts";

const chosen = String(seed("fuzz from the document"));
const count = Number(process.env.FUZZ_REQUESTS ?? 600);

const description = described(JSON.stringify(openApiDocument("https://exchange.example")));

test("requests generated from the OpenAPI document get documented responses", async () => {
  const service = await exchange();
  const held = [await openDraft(service), await executedOrder(service)].map(heldOf);
  const luck = chance(chosen);
  for (let turn = 0; turn < count; turn += 1) {
    const material = { described: description, words: wordsOf(), orders: held };
    const request = randomRequest(luck.pick(description.operations), material, luck);
    const { method, target, headers, body } = request;
    const response = await service.fetch(
      new Request(`http://service.test${target}`, { method, headers, body: body && new Uint8Array(body) }),
    );
    const type = response.headers.get("Content-Type");
    const isStream = type?.startsWith("text/event-stream") === true;
    const text = isStream ? "" : await response.text();
    if (isStream) await response.body?.cancel();
    const fault = mismatchOf(request, { status: response.status, type, text }, description);
    expect(fault && `${method} ${target} ${body?.toString("latin1").slice(0, 500)}: ${fault}\n${text}`).toBeNull();
  }
});

test("the checker detects an undocumented status, type and shape", () => {
  const operation = description.operations.find(({ operationId }) => operationId === "exchangeDirections");
  if (!operation) throw new Error("The document lacks exchangeDirections");
  const request = { operation, method: "GET", target: "/", headers: {}, body: null, slowly: false };
  const check = (status: number, type: string, value: unknown) =>
    mismatchOf(request, { status, type, text: JSON.stringify(value) }, description);
  const sound = { data: { from: ["btc"], to: [] } };
  expect(check(200, "application/json", sound)).toBeNull();
  expect(check(200, "text/html", sound)).toContain("not documented");
  expect(check(418, "application/json", sound)).toContain("not documented");
  expect(check(500, "application/problem+json", sound)).toBe("a fault of ours");
  expect(check(200, "application/json", { data: { from: "btc", to: [] } })).toContain("/data/from: is no array");
  expect(check(200, "application/json", { data: { from: [] } })).toContain("lacks to");
  expect(misfits("x", { enum: ["a", "b"] }, description)).toHaveLength(1);
  expect(misfits(5, { anyOf: [{ type: "string" }, { type: "null" }] }, description)).toHaveLength(1);
  expect(misfits(5, { type: ["string", "null"] }, description)).toEqual(["/: is no string or null"]);
  expect(misfits(null, { type: ["string", "null"] }, description)).toEqual([]);
});

/** Keys are opaque; the fuzz only needs to send them. */
const heldOf = ({ ref, token }: OpenedOrder) => ({ ref, token, quoteId: "q" });

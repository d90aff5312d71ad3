import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { type FrontRequest, newFrontRequest } from "../front-request.ts";
import { proofOf } from "./proof.ts";

const token = { "order-token": "canary" };

function proving() {
  let nowMs = 0;
  const proof = proofOf(
    (cookies, path) => cookies === "session=sealed" || (cookies === "orders=sealed" && path === "/order/7Q2MK9XW3T"),
    () => nowMs,
  );
  const ask = (path: string, headers: Record<string, string>, status = 200, address = "203.0.113.7") => {
    const outgoing = Object.assign(new EventEmitter(), { statusCode: status });
    const incoming = { headers, method: "POST" };
    const request = newFrontRequest(
      incoming as unknown as FrontRequest["incoming"],
      outgoing as unknown as FrontRequest["outgoing"],
    );
    request.path = path;
    request.facts.clientAddress = address;
    const isProven = proof(request) === true;
    outgoing.emit("finish");
    return isProven;
  };
  return { ask, pass: (ms: number) => (nowMs += ms) };
}

test.each([
  ["/En/order/7Q2MK9XW3T", {}, false],
  ["/En/order/7Q2MK9XW3T", { cookie: "orders=invented" }, false],
  ["/En/order/7Q2MK9XW3T", { cookie: "orders=sealed" }, true],
  ["/En/order/2222222222", { cookie: "orders=sealed" }, false],
  ["/En/dashboard", { cookie: "session=sealed" }, true],
  ["/En/dashboard", token, false],
])("the page %s asked with %o is proven: %s", (path, headers, isProven) => {
  expect(proving().ask(path, headers)).toBe(isProven);
});

test("a token or session proves a call once it has opened something, and for a quarter of an hour", () => {
  for (const credential of [token, { authorization: "Bearer canary" }]) {
    const { ask, pass } = proving();
    expect(ask("/api/v1/exchange/execute", credential, 404)).toBe(false);
    expect(ask("/api/v1/exchange/execute", credential, 503)).toBe(false);
    expect(ask("/api/v1/exchange/execute", credential, 200)).toBe(false);
    expect(ask("/api/v1/exchange/process", credential, 409)).toBe(true);
    pass(15 * 60_000);
    expect(ask("/api/v1/exchange/process", credential)).toBe(false);
  }
});

test("a token that no longer opens anything, or that a call only ignores, proves nothing", () => {
  const { ask } = proving();
  ask("/api/v1/exchange/execute", token, 200);
  expect(ask("/api/v1/exchange/execute", token, 404)).toBe(true);
  expect(ask("/api/v1/exchange/execute", token, 404)).toBe(false);
  ask("/api/v1/exchange/rules", token, 200);
  ask("/api/v1/orders/status", token, 200);
  expect(ask("/api/v1/exchange/execute", token)).toBe(false);
});

test("a gateway is proven by the address of an event that was accepted", () => {
  const { ask } = proving();
  const webhook = "/api/v1/gateways/nebulox/webhook";
  expect(ask(webhook, {}, 401)).toBe(false);
  expect(ask(webhook, {}, 204)).toBe(false);
  expect(ask(webhook, {})).toBe(true);
  expect(ask(webhook, {}, 401, "198.51.100.1")).toBe(false);
});

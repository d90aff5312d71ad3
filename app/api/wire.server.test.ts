import { describe, expect, test } from "vitest";
import { endpoints } from "../../contract/calls/endpoints.ts";
import { type ApiTarget, type Caller, type CallInput, requestFor } from "./wire.server.ts";

const guest: Caller = {
  lang: "ru",
  bearer: null,
  isLocal: false,
  clientAddress: "203.0.113.7",
  clientAgent: "Firefox",
  requestId: "request-1",
};
const there: ApiTarget = {
  baseUrl: "https://api.example/",
  clientId: "website",
  clientSecret: undefined,
  inProcess: false,
};

const read = (input: CallInput, caller = guest, to = there) => requestFor(endpoints.ordersStatus, input, caller, to);
const write = (input: CallInput, caller = guest, to = there) =>
  requestFor(endpoints.exchangeExecute, input, caller, to);

describe("an API request", () => {
  test("goes to the configured base address under /api/v1", () => {
    expect(read({}).url).toBe("https://api.example/api/v1/orders/status");
    expect(read({}, guest, { ...there, baseUrl: "http://10.0.0.2:8080/exchange" }).url).toBe(
      "http://10.0.0.2:8080/exchange/api/v1/orders/status",
    );
  });

  test("sends client id, language and Accept: application/json", () => {
    const { headers } = read({});
    expect(headers.get("client-id")).toBe("website");
    expect(headers.get("accept-language")).toBe("ru");
    expect(headers.get("accept")).toBe("application/json");
    expect(headers.get("x-request-id")).toBe("request-1");
  });

  test("sends a bearer token only for a signed-in member", () => {
    expect(read({}).headers.has("authorization")).toBe(false);
    expect(read({}, { ...guest, bearer: "abc" }).headers.get("authorization")).toBe("Bearer abc");
  });

  test("writes lists as key[] and omits undefined values", () => {
    const { url } = read({ query: { ref: ["A", "B&C"], to: undefined, amount: "1 000" } });
    expect(new URL(url).search).toBe("?ref%5B%5D=A&ref%5B%5D=B%26C&amount=1+000");
  });

  test("has a JSON body on writes and none on reads", async () => {
    const sent = write({ body: { ref: "R" }, query: undefined });
    expect(sent.method).toBe("POST");
    expect(sent.headers.get("content-type")).toBe("application/json");
    expect(await sent.json()).toEqual({ ref: "R" });
    const readRequest = read({ body: { ref: "R" } });
    expect(readRequest.body).toBeNull();
    expect(readRequest.headers.has("content-type")).toBe(false);
  });

  test("sends one token per order, and the idempotency key of a write", () => {
    expect(read({ orderToken: ["one", "two"] }).headers.get("order-token")).toBe("one, two");
    expect(write({ idempotencyKey: "key-1" }).headers.get("idempotency-key")).toBe("key-1");
  });

  test("sends the visitor's address over a network only together with the secret", () => {
    expect(read({}).headers.has("client-address")).toBe(false);
    const { headers } = read({}, guest, { ...there, clientSecret: "s".repeat(32) });
    expect(headers.get("client-address")).toBe("203.0.113.7");
    expect(headers.get("client-secret")).toBe("s".repeat(32));
    expect(read({}, guest, { ...there, inProcess: true }).headers.get("client-address")).toBe("203.0.113.7");
  });

  test("marks every visitor who is not on this machine, with or without a secret", () => {
    const marked = (isLocal: boolean, clientAddress: string | null) =>
      read({}, { ...guest, isLocal, clientAddress }).headers.get("x-forwarded-for");
    expect([marked(false, "203.0.113.7"), marked(false, "127.0.0.1")]).toEqual(["203.0.113.7", "127.0.0.1"]);
    expect([marked(false, null), marked(true, "127.0.0.1")]).toEqual(["unknown", null]);
  });
});

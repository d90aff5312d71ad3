import { describe, expect, test } from "vitest";
import type { Endpoint } from "../../contract/calls/endpoint.ts";
import { endpoints } from "../../contract/calls/endpoints.ts";
import { routes } from "../program/calls.ts";
import { openApiDocument } from "./openapi.ts";
import { sampleOf } from "./openapi-sample.ts";

const document: unknown = openApiDocument("https://exchange.example");
const text = JSON.stringify(document);
const requestLine = /^(GET|POST|PUT|PATCH|DELETE) \/api\/v1\/(?!.*(undefined|\[object|\{)).+/;
const paths: unknown = Reflect.get(Object(document), "paths");

describe("the OpenAPI document", () => {
  test("describes every call of the contract", () => {
    for (const [name, { method, path }] of Object.entries<Endpoint>(endpoints)) {
      expect(document).toHaveProperty(
        ["paths", `/${path}`, method.toLowerCase()],
        expect.objectContaining({ operationId: name }),
      );
    }
  });

  test("names lists as sent, and the idempotency key where required", () => {
    expect(text).toContain('"name":"ref[]"');
    expect(text).toContain('"name":"status[]"');
    const keyed = [...text.matchAll(/"name":"Idempotency-Key"/g)].length;
    const expected = Object.values<Endpoint>(endpoints).filter(({ idempotency }) => idempotency === "required").length;
    expect(keyed).toBe(expected);
  });

  test("documents the RateLimit headers of limited calls, on success and on 429", () => {
    const headersOf = (path: string, method: string, status: string) => {
      const parts = ["paths", path, method, "responses", status, "headers"];
      return Object.keys(parts.reduce((value, part) => Reflect.get(Object(value), part), document) ?? {});
    };
    const rate = ["RateLimit-Policy", "RateLimit"];
    expect(headersOf("/exchange/step-one", "post", "201")).toEqual(rate);
    expect(headersOf("/exchange/step-one", "post", "429")).toEqual(["Retry-After", ...rate]);
    expect(headersOf("/exchange/pairs", "get", "200")).toEqual(["ETag"]);
  });

  test("describes each operation: purpose, caller, repetition, and what to do about each refusal", () => {
    for (const [name, { path, method, body, reply, replyStatus, events }] of Object.entries<Endpoint>(endpoints)) {
      const operation: unknown = Reflect.get(Reflect.get(Object(paths), `/${path}`), method.toLowerCase());
      expect(Reflect.get(Object(operation), "description"), name).toMatch(
        /^.{20,}\n\n\*\*Who may call:.*\n\n(?:\*\*Possible\*\* .*\n\n)?\*\*Sent again:/,
      );
      const media = events ? "text/event-stream" : "application/json";
      if (body) expect(operation, name).toHaveProperty(["requestBody", "content", "application/json", "example"]);
      if (reply ?? events)
        expect(operation, name).toHaveProperty(["responses", String(replyStatus), "content", media, "example"]);
      const tooMany = ["responses", "429", "description"];
      expect(operation, name).toHaveProperty(tooMany, "- `too_many_requests`: Wait for `Retry-After` seconds.");
    }
  });

  test("has the example request of each operation, with every parameter of its path", () => {
    for (const [name, { path, method }] of Object.entries<Endpoint>(endpoints)) {
      const operation: unknown = Reflect.get(Reflect.get(Object(paths), `/${path}`), method.toLowerCase());
      expect(operation, name).toHaveProperty(["x-codeSamples", 0, "source"], expect.stringMatching(requestLine));
    }
    expect(sampleOf("logout", endpoints.logout)).toMatch(/\nAuthorization: Bearer \S+$/);
    expect(sampleOf("supportMail", endpoints.supportMail)).toMatch(/\nContent-Type: message\/rfc822\n\nFrom: /);
  });

  test("says that only a mail server with the secret delivers emails to support", () => {
    expect(text).toContain("**Who may call:** a mail server, by the secret");
  });

  test("says in which statuses a simulated review of a payment is possible", () => {
    expect(text).toContain(
      "`review_hold`: orders in `confirming`, `on_hold`, `processing`. `review_clear`: orders in `on_hold`.",
    );
  });

  test("allows replies to gain fields", () => {
    expect(text).not.toContain('"additionalProperties":false');
  });
});

test("every call is served once", () => {
  expect(routes.map(({ name }) => name).sort()).toEqual(Object.keys(endpoints).sort());
});

import { describe, expect, test } from "vitest";
import { claimsOf, isFor } from "./google-token.server.ts";

const token = (payload: object) =>
  ["{}", JSON.stringify(payload), "signature"].map((part) => Buffer.from(part).toString("base64url")).join(".");
const claims = { sub: "1", exp: 2_000_000_000, email: "anna@example.com", nonce: "n1" };

describe("an ID token", () => {
  test("is accepted only for the sign-in with its nonce", () => {
    expect(isFor(token(claims), "n1")).toBe(true);
    expect(isFor(token(claims), "n2")).toBe(false);
  });

  test("without a nonce is accepted for no sign-in", () => {
    for (const nonce of [undefined, null, ""]) expect(isFor(token({ ...claims, nonce }), "n1")).toBe(false);
  });

  test("that is malformed has no claims", () => {
    for (const text of ["", "x", "a.b.c", token([]), token({ ...claims, exp: "soon" })]) {
      expect(claimsOf(text)).toBeNull();
      expect(isFor(text, "undefined")).toBe(false);
    }
  });
});

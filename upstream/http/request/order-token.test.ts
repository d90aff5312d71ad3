import { describe, expect, test } from "vitest";
import { checkOrderToken, orderToken } from "./order-token.ts";

const [newest, older] = ["n".repeat(32), "o".repeat(32)];
const ref = "7Q2MK9XW3T";

describe("an order token", () => {
  test("has 130 bits, in characters safe in emails, speech and headers", () => {
    expect(orderToken([newest], ref, 1)).toMatch(/^[a-z2-7]{26}$/);
  });

  test("opens only its order and generation", () => {
    const token = orderToken([newest], ref, 1);
    expect(checkOrderToken([newest], ref, 1, token)).toBe(true);
    expect(checkOrderToken([newest], ref, 2, token)).toBe(false);
    expect(checkOrderToken([newest], "7Q2MK9XW3V", 1, token)).toBe(false);
    expect(checkOrderToken(["x".repeat(32)], ref, 1, token)).toBe(false);
    for (const wrong of ["", token.slice(1), `${token}a`, token.toUpperCase(), "é".repeat(13)]) {
      expect(checkOrderToken([newest], ref, 1, wrong)).toBe(false);
    }
  });

  test("is created with the newest secret and accepted with any", () => {
    const token = orderToken([older], ref, 1);
    expect(orderToken([newest, older], ref, 1)).not.toBe(token);
    expect(checkOrderToken([newest, older], ref, 1, token)).toBe(true);
  });
});

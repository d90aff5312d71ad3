import { expect, test } from "vitest";
import { masked } from "./mask-account.ts";

test("an account is shown so that only its owner knows it", () => {
  expect(masked("anna.ivanova@mail.com")).toBe("a***@mail.com");
  expect(masked("TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb")).toBe("TWd4…ns5jwb");
});

import { expect, test } from "vitest";
import { masked } from "./mask-account.ts";

test("masks an account so that only its owner recognises it", () => {
  expect(masked("anna.ivanova@mail.com")).toBe("a***@mail.com");
  expect(masked("TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb")).toBe("TWd4…ns5jwb");
});

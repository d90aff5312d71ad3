import { expect, test } from "vitest";
import { maskAccount } from "./mask-account.ts";

test("masks an account so that only its owner recognises it", () => {
  expect(maskAccount("anna.ivanova@mail.com")).toBe("a***@mail.com");
  expect(maskAccount("TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb")).toBe("TWd4…ns5jwb");
});

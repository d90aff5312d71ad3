import { expect, test } from "vitest";
import { newRecoveryCodes, normalizedRecoveryCode } from "./recovery-codes.ts";

test.each([
  "7q2m-k9xw-3t5r-a0d8",
  " 7Q2M K9XW 3T5R A0D8.",
  "7q2m–k9xw–3t5r–aOd8",
  "\u200b7q2m-k9xw-3t5r-a0d8\u200e",
  "７ｑ２ｍ－ｋ９ｘｗ－３ｔ５ｒ－ａ０ｄ８",
  "٧q٢m-k٩xw-٣t٥r-a٠d٨",
])("%j is the recovery code that was shown", (typed) => {
  expect(normalizedRecoveryCode(typed)).toBe("7q2mk9xw3t5ra0d8");
});

test("a code is compared as it is shown, whatever it was made of", () => {
  for (const code of newRecoveryCodes()) expect(normalizedRecoveryCode(code)).toBe(code.replaceAll("-", ""));
});

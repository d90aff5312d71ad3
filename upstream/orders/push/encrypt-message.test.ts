import { describe, expect, test } from "vitest";
import { areBrowserKeys, encryptMessage } from "./encrypt-message.ts";

/** The example of RFC 8291, appendix A. */
const browser = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};
const keys = {
  privateKey: Buffer.from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url"),
  salt: Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url"),
};

test("a message is encrypted as in the example of RFC 8291", () => {
  expect(encryptMessage("When I grow up, I want to be a watermelon", browser, keys).toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

describe("a browser's keys", () => {
  test("are a point of the curve and 16 bytes", () => {
    expect(areBrowserKeys(browser)).toBe(true);
  });

  test.each([
    ["an empty point", { p256dh: "" }],
    ["a short point", { p256dh: browser.p256dh.slice(0, -4) }],
    ["a point that is not on the curve", { p256dh: `${browser.p256dh.slice(0, -2)}AA` }],
    ["text that is no base64url", { p256dh: `${browser.p256dh}=` }],
    ["a short secret", { auth: "AAAA" }],
    ["an empty secret", { auth: "" }],
  ])("are not %s", (_, wrong) => {
    expect(areBrowserKeys({ ...browser, ...wrong })).toBe(false);
  });
});

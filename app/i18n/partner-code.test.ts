import { describe, expect, test } from "vitest";
import { partnerCodeIn, withPartner } from "./partner-code.ts";

describe("a partner's code", () => {
  test.each([
    ["?partner=ANNA7", "ANNA7"],
    ["?from=btc&partner=a_b-1", "a_b-1"],
    ["", null],
    ["?partner=", null],
    ["?partner=ANNA7&partner=EVE", null],
    ["?partner=%22%3E%3Cscript%3E", null],
    ["?partner=a%0d%0aSet-Cookie:x", null],
    [`?partner=${"A".repeat(41)}`, null],
  ])("in %j is %j", (search, code) => {
    expect(partnerCodeIn(search)).toBe(code);
  });

  test.each([
    ["/En", "/En?partner=A"],
    ["/En/exchange/usdt-to-paypal?from=btc", "/En/exchange/usdt-to-paypal?from=btc&partner=A"],
    ["/En/legal/privacy-policy#cookies", "/En/legal/privacy-policy?partner=A#cookies"],
  ])("is carried by a link to %s", (address, carried) => {
    expect(withPartner(address, "A")).toBe(carried);
    expect(withPartner(address, null)).toBe(address);
  });
});

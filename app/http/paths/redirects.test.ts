import { describe, expect, test } from "vitest";
import { publicPages } from "./public-pages.ts";
import { canonicalPath, movedTo } from "./redirects.ts";

test.each(["/eN/%5cx", "/en/..%2f", "/En/..%2f/", "/%2fevil.example/", "/eN/%2f%2fevil.example", "/EN/%255cx/"])(
  "%s contains an escape and is not redirected",
  (path) => {
    expect([movedTo(path), canonicalPath(path)]).toEqual([null, null]);
  },
);

describe("the old site's addresses", () => {
  test.each([
    ["/buy-sell-perfectmoney-voucher", "/solutions/buy-sell-perfectmoney-voucher"],
    ["/receive-paypal", "/solutions/exchange-paypal"],
    ["/services/exchange-perfectmoney-paypal", "/services/perfectmoney-to-paypal-exchange"],
    ["/why-sign-up", "/aml-kyc-policy"],
    ["/story-of-us", "/En/contact-us"],
    ["/paypal-invoice", "/solutions/payment-gate"],
    ["/payment-gate", "/solutions/payment-gate"],
    ["/disclaimer", "/terms-of-services"],
    ["/tether-to-Pmvoucher-exchange", "/"],
    ["/Ru/visa-master-invoice", "/solutions/payment-gate"],
  ])("%s redirects to %s", (from, to) => {
    expect(movedTo(from)).toBe(to);
  });

  test.each([
    ["/Ru/receive-paypal", "/Ru/solutions/exchange-paypal"],
    ["/En/receive-paypal", "/En/solutions/exchange-paypal"],
    ["/Ru/story-of-us", "/Ru/contact-us"],
    ["/En/story-of-us", "/En/contact-us"],
    ["/Ru/disclaimer", "/Ru/terms-of-services"],
    ["/visa-master-invoice", "/solutions/payment-gate"],
    ["/En/visa-master-invoice", "/solutions/payment-gate"],
    ["/Ru/services/exchange-perfectmoney-paypal", "/Ru/services/perfectmoney-to-paypal-exchange"],
  ])("%s keeps its language: %s", (from, to) => {
    expect(movedTo(from)).toBe(to);
  });

  test.each([
    ["/tether-to-Pmvoucher-exchange-rates/today", "/"],
    ["/solutions/tether-to-Pmvoucher-exchange", "/"],
    ["/En/tether-to-Pmvoucher-exchange", "/En"],
    ["/Ru/old/tether-to-Pmvoucher-exchange-x", "/Ru"],
  ])("the voucher page redirects home, with any prefix or suffix: %s", (from, to) => {
    expect(movedTo(from)).toBe(to);
  });

  test("lead to an existing page after two redirects at most, in every language", () => {
    const old = [
      "/buy-sell-perfectmoney-voucher",
      "/receive-paypal",
      "/services/exchange-perfectmoney-paypal",
      "/why-sign-up",
      "/story-of-us",
      "/paypal-invoice",
      "/payment-gate",
      "/disclaimer",
      "/visa-master-invoice",
    ];
    for (const address of old.flatMap((path) => [path, `/En${path}`, `/Ru${path}`])) {
      const first = movedTo(address);
      const second = movedTo(first ?? "");
      const page = (second ?? first ?? "").replace(/^\/(En|Ru)(?=\/)/, "");
      expect(publicPages, address).toContain(page);
    }
  });

  test("redirect with a trailing slash too", () => {
    expect(movedTo("/receive-paypal/")).toBe("/solutions/exchange-paypal");
  });
});

describe("an address in another case", () => {
  test.each([
    ["/en", "/En"],
    ["/EN/legal/terms", "/En/legal/terms"],
    ["/rU/x", "/Ru/x"],
    ["/RU/EARN", "/Ru/earn"],
    ["/En/Company/About/", "/En/company/about"],
    ["/LEGAL/TERMS", "/legal/terms"],
  ])("%s redirects to %s", (from, to) => {
    expect(movedTo(from)).toBe(to);
  });

  test.each([
    "/xx/legal/terms",
    "/english",
    "/En/nothing",
    "/receive-paypal-now",
    "/constructor",
    "/__proto__",
    "/",
    "/En",
    "/En/order/7Q2MK9XW3T",
  ])("%s does not redirect", (path) => {
    expect(movedTo(path)).toBeNull();
  });
});

describe("a trailing slash", () => {
  test("is removed, except for the root", () => {
    expect(canonicalPath("/En/")).toBe("/En");
    expect(canonicalPath("/En/legal/terms//")).toBe("/En/legal/terms");
    expect(canonicalPath("/")).toBeNull();
    expect(canonicalPath("/En")).toBeNull();
  });
});

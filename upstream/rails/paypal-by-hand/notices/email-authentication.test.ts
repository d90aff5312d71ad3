import { describe, expect, test } from "vitest";
import { isAuthenticated } from "./email-authentication.ts";

const server = "mx.mail.example";
const paypal = "service@paypal.com";
const says = (results: string | null, from = paypal, name: string | null = server) =>
  isAuthenticated(results, name, from);

describe("an email is authenticated", () => {
  test.each([
    ["by PayPal's signature", `${server}; spf=fail smtp.mailfrom=a.example; dkim=pass header.d=paypal.com`, paypal],
    ["by its identity", `${server} 1; dkim=pass (2048 bit) header.i=@paypal.com header.s=pp1`, paypal],
    ["of a domain of PayPal above it", `${server}; dkim=pass header.d=paypal.com`, "service@intl.paypal.com"],
    ["beside another signature", `${server}; dkim=pass header.d=relay.example; dkim=pass header.d=paypal.com`, paypal],
    ["of our account that forwards it", `${server};\r\n dkim=pass header.d=shop.example`, "anna@shop.example"],
  ])("%s", (_, results, from) => {
    expect(says(results, from)).toBe(true);
  });
});

describe("an email is not authenticated", () => {
  test.each([
    ["without the header", null, paypal],
    ["by another server", "mx.evil.example; dkim=pass header.d=paypal.com", paypal],
    ["by a server whose name begins so", `${server}.evil.example; dkim=pass header.d=paypal.com`, paypal],
    ["by a signature that failed", `${server}; dkim=fail header.d=paypal.com`, paypal],
    ["by a stranger's signature", `${server}; dkim=pass header.d=evil.example`, paypal],
    ["by one of a domain that ends so", `${server}; dkim=pass header.d=evilpaypal.com`, paypal],
    ["by one of a domain above our account's", `${server}; dkim=pass header.d=example`, "anna@shop.example"],
    ["by two domains in one result", `${server}; dkim=pass header.d=evil.example header.i=@paypal.com`, paypal],
    ["by SPF alone", `${server}; spf=pass smtp.mailfrom=paypal.com`, paypal],
    ["by a comment", `${server}; dkim=none (a (b) ; dkim=pass header.d=paypal.com)`, paypal],
    ["by a quoted text", `${server}; spf=fail smtp.mailfrom="\\"; dkim=pass header.d=paypal.com ;"@e.example`, paypal],
  ])("%s", (_, results, from) => {
    expect(says(results, from)).toBe(false);
  });

  test("while operators have named no server", () => {
    expect(says(`${server}; dkim=pass header.d=paypal.com`, paypal, null)).toBe(false);
  });
});

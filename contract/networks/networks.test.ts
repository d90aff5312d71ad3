import { describe, expect, test } from "vitest";
import { networksOf } from "./networks.ts";

describe("the networks of an address", () => {
  test.each([
    ["203.0.113.9", "203.0.113.9", "203.0.113.0/24"],
    ["203.0.113.255", "203.0.113.255", "203.0.113.0/24"],
    ["::ffff:203.0.113.9", "203.0.113.9", "203.0.113.0/24"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["2001:db8:1:ffff::9", "2001:db8:1:ffff::/64", "2001:db8:1::/48"],
    ["2001:db8::1", "2001:db8:0:0::/64", "2001:db8:0::/48"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64", "64:ff9b:0::/48"],
    ["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0::/48"],
    ["::1", "0:0:0:0::/64", "0:0:0::/48"],
    ["::", "0:0:0:0::/64", "0:0:0::/48"],
  ])("%s are %s and %s", (address, client, above) => {
    expect(networksOf(address)).toEqual({ client, above });
  });

  test.each([
    null,
    "gossip",
    "",
    "1.2.3",
    "1.2.3.256",
    "01.2.3.4",
    "1:2:3",
    "1::2::3",
    "1:2:3:4:5:6:7:8:9",
    "2001:db8::xyz",
    "::1.2.3.999",
    "203.0.113.7:5555",
    "[2001:db8::1]",
  ])("%s, which is no address, is one unknown network", (address) => {
    expect(networksOf(address)).toEqual({ client: "unknown", above: "unknown" });
  });
});

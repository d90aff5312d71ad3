import { describe, expect, test } from "vitest";
import { cappedNetworkOf, clientNetworkOf, isLoopback } from "./client-network.ts";

describe("a client's network", () => {
  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["gossip", "unknown"],
    [null, "unknown"],
  ])("of %s is %s", (address, network) => {
    expect(clientNetworkOf(address)).toBe(network);
  });

  test.each([
    ["203.0.113.9", "203.0.113.0/24"],
    ["203.0.113.255", "203.0.113.0/24"],
    ["::ffff:203.0.113.9", "203.0.113.0/24"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
    ["2001:db8:1:ffff::9", "2001:db8:1::/48"],
    ["2001:db8::1", "2001:db8:0::/48"],
    ["gossip", "unknown"],
    [null, "unknown"],
  ])("of %s counts as %s for unpaid orders", (address, network) => {
    expect(cappedNetworkOf(address)).toBe(network);
  });

  test("is loopback only for loopback addresses", () => {
    for (const address of ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"]) expect(isLoopback(address)).toBe(true);
    for (const address of ["128.0.0.1", "127.example", "::2", "", null]) expect(isLoopback(address)).toBe(false);
  });
});

import { describe, expect, test } from "vitest";
import { clientAddress, trustedBy } from "./forwarded-address.ts";

const nobody = trustedBy([]);
const proxies = trustedBy(["10.0.0.0/8", "192.0.2.1", "fd00::/8"]);

describe("the client address", () => {
  test("is the peer's when the peer is no trusted proxy", () => {
    expect(clientAddress("203.0.113.7", "1.2.3.4", nobody)).toBe("203.0.113.7");
    expect(clientAddress("203.0.113.7", "1.2.3.4, 10.0.0.1", proxies)).toBe("203.0.113.7");
  });

  test("behind a trusted proxy is what that proxy appended, not what the client sent", () => {
    expect(clientAddress("10.0.0.1", "198.51.100.9", proxies)).toBe("198.51.100.9");
    expect(clientAddress("10.0.0.1", "6.6.6.6, 198.51.100.9", proxies)).toBe("198.51.100.9");
  });

  test("behind two trusted proxies is found past both", () => {
    expect(clientAddress("10.0.0.1", "6.6.6.6, 198.51.100.9, 192.0.2.1", proxies)).toBe("198.51.100.9");
  });

  test("is unknown when a proxy forwards an unreadable one, and the proxy's own without the header", () => {
    for (const unreadable of [
      "unknown",
      "198.51.100.9, x",
      "",
      "_hidden",
      "198.51.100.9:port",
      "[198.51.100.9",
      "1.2.3",
    ])
      expect(clientAddress("10.0.0.1", unreadable, proxies)).toBeNull();
    expect(clientAddress("10.0.0.1", undefined, proxies)).toBe("10.0.0.1");
  });

  test.each([
    ["203.0.113.7:5555", "203.0.113.7"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["[2001:db8::1]:443", "2001:db8::1"],
  ])("is read with a port or in brackets: %s", (hop, address) => {
    expect(clientAddress("10.0.0.1", hop, proxies)).toBe(address);
  });

  test("is normalised on a dual-stack socket, and may be IPv6", () => {
    expect(clientAddress("::ffff:10.0.0.1", "::ffff:198.51.100.9", proxies)).toBe("198.51.100.9");
    expect(clientAddress("fd00::1", "2001:db8::5", proxies)).toBe("2001:db8::5");
    expect(clientAddress("2001:db8::9", "2001:db8::5", proxies)).toBe("2001:db8::9");
  });
});

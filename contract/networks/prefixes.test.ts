import { describe, expect, test } from "vitest";
import { prefixesOf, readPrefix } from "./prefixes.ts";

describe("networks", () => {
  test.each([
    ["203.0.113.7/24", "203.0.113.0/24"],
    ["203.0.113.7", "203.0.113.7/32"],
    ["::ffff:203.0.113.7", "203.0.113.7/32"],
    ["2001:DB8:1::9/48", "2001:db8:1:0:0:0:0:0/48"],
    ["0.0.0.0/0", "0.0.0.0/0"],
  ])("%s is read as %s", (typed, prefix) => {
    expect(readPrefix(typed)?.prefix).toBe(prefix);
  });

  test.each(["203.0.113.0/33", "203.0.113/24", "anna@example.com", "10.0.0.0/8/8", "::1/129", "10.0.0.0/", ""])(
    "%j is no network",
    (typed) => {
      expect(readPrefix(typed)).toBeUndefined();
    },
  );

  test("an address belongs to every network that contains it and to no other", () => {
    const networks = prefixesOf("203.0.113.7");
    expect(networks).toHaveLength(33);
    expect(networks).toEqual(expect.arrayContaining(["203.0.113.7/32", "203.0.113.0/24", "203.0.0.0/16"]));
    expect(networks).not.toContain("203.0.112.0/24");
    expect(prefixesOf("2001:db8:1::9")).toContain("2001:db8:1:0:0:0:0:0/48");
    expect(prefixesOf(null)).toEqual([]);
    expect(prefixesOf("unknown")).toEqual([]);
  });
});
